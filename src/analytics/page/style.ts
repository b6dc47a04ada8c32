/**
 * How a page looks: on a screen by day and by night, on a telephone, and on A4. Colours have a contrast of 4.5 to 1 and more on what is behind them.
 */

const light =
  `--paper:#fff;--panel:#f6f7f9;--ink:#1b2430;--muted:#55606e;--line:#d5dae1;--accent:#1f5f99;--in:#1a7a5e;--out:#b4531f;
--good:#14603f;--good-panel:#e8f4ee;--fair:#7a4b00;--fair-panel:#fdf3dd;--bad:#9b1c1c;--bad-panel:#fceaea;color-scheme:light`

const dark =
  `--paper:#12161c;--panel:#1a2029;--ink:#e6eaf0;--muted:#a3aebc;--line:#37414e;--accent:#7db5ec;--in:#5cc9a0;--out:#f09a65;
--good:#7fd6ae;--good-panel:#13291f;--fair:#f0c673;--fair-panel:#2e2411;--bad:#f5a3a3;--bad-panel:#331a1a;color-scheme:dark`

/** The page's one style sheet. */
export const style = `:root{${light}}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
header,main,footer{max-width:62rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
footer{padding-top:1rem;padding-bottom:3rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.375rem;line-height:1.25;margin:2.5rem 0 .75rem;padding-top:1rem;border-top:2px solid var(--ink);overflow-wrap:anywhere}
h3{font-size:1.125rem;margin:1.75rem 0 .5rem}
h4{font-size:1rem;margin:1.5rem 0 .25rem}
p{margin:.25rem 0 .75rem;overflow-wrap:anywhere}
a{color:var(--accent)}
a:focus-visible,.scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.muted{color:var(--muted)}
.verdict{border-left:.375rem solid;border-radius:.25rem;padding:.75rem 1rem;margin:.75rem 0 1rem}
.verdict p{margin:0}
.verdict p.headline{color:var(--ink)}
.verdict .word{color:inherit;font-weight:700;font-size:.875rem;letter-spacing:.04em;text-transform:uppercase}
.verdict .headline{font-size:1.125rem;font-weight:600}
.verdict ul{margin:.5rem 0 0;padding-left:1.125rem;color:var(--ink)}
.proven{color:var(--good);background:var(--good-panel)}
.partly{color:var(--fair);background:var(--fair-panel)}
.open{color:var(--bad);background:var(--bad-panel)}
.badge{display:inline-block;border-radius:.75rem;padding:0 .6rem;font-size:.875rem;font-weight:600;white-space:nowrap}
dl.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.5rem;margin:1rem 0}
@media (min-width:48rem){dl.figures{grid-template-columns:repeat(3,1fr)}}
dl.figures div{background:var(--panel);border-radius:.25rem;padding:.5rem .75rem;min-width:0}
dt{color:var(--muted);font-size:.875rem}
dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.125rem 1rem;margin:.5rem 0}
dl.facts dd{font-weight:400}
figure{margin:.5rem 0 1rem}
figcaption{color:var(--muted);font-size:.875rem}
.scroll{overflow-x:auto;max-width:100%}
svg.chart{display:block;width:100%;min-width:30rem;height:auto;font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
svg.chart text{dominant-baseline:central}
.key::before{content:"";display:inline-block;width:.75em;height:.75em;margin-right:.35em;background:currentColor}
.in{color:var(--in)}.out{color:var(--out)}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;font-size:1rem;padding:.75rem 0 .25rem}
th,td{padding:.3rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-weight:600}
thead th{border-bottom:1px solid var(--muted);color:var(--muted);vertical-align:bottom}
td.n,th.n{text-align:right;white-space:nowrap}
tbody th{white-space:nowrap}
tbody th.text{white-space:normal}
tfoot th,tfoot td{border-top:1px solid var(--ink);border-bottom:0;font-weight:600}
td.days{white-space:nowrap}
td.long{min-width:22rem;overflow-wrap:anywhere}
td.text,th.text{min-width:10rem;overflow-wrap:anywhere}
.hash{font-family:ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;font-size:.8125rem;overflow-wrap:anywhere}
@media (max-width:30rem){dl.facts{grid-template-columns:1fr}dl.facts dd{margin-bottom:.375rem}h1{font-size:1.5rem}}
@page{size:A4;margin:15mm 13mm}
@media print{
body{font-size:10pt}
header,main,footer{max-width:none;padding:0}
h1{font-size:18pt}h2{font-size:14pt}h3{font-size:12pt}
h2,h3,h4,caption{break-after:avoid}
section.wallet+section.wallet{break-before:page}
section.wallet+section.wallet>h2{margin-top:0;border-top:0;padding-top:0}
figure,.verdict,dl,tr{break-inside:avoid}
thead{display:table-header-group}tfoot{display:table-row-group}
.scroll{overflow:visible}
svg.chart,td.long,td.text,th.text{min-width:0}
svg.chart,td.long{max-height:52mm}
table{font-size:7.5pt}
th,td{padding:.2rem .3rem}
tbody th,td.big{white-space:normal;overflow-wrap:anywhere}
thead th,.badge{overflow-wrap:normal}
dl.figures{grid-template-columns:repeat(3,1fr);gap:1.5mm}
.badge{font-size:8pt}
.scroll{break-inside:avoid}
dl.figures div{border:1px solid var(--line)}
.verdict,.badge,.key::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
}`
