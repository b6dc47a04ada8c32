/**
 * An object with more fields. Unlike spreading, it asks for no field: what is made when it is first asked for, such as
 * the rows of an answer that nobody may need, stays unmade.
 */
export const extended = <A extends object, B extends object>(object: A, more: B): Omit<A, keyof B> & B =>
  Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(object),
    ...Object.getOwnPropertyDescriptors(more)
  })
