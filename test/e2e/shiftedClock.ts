/**
 * Loaded before the program (`node --import`): its clock is off by `SHIFT_MILLIS`, as that of a machine on another day.
 */
const shift = Number(process.env["SHIFT_MILLIS"] ?? "0")
const present = Date.now

globalThis.Date = class extends Date {
  constructor(...given: ReadonlyArray<unknown>) {
    super(...(given.length === 0 ? [present() + shift] : given) as [number])
  }

  static override now(): number {
    return present() + shift
  }
} as DateConstructor
