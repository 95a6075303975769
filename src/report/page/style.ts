import { colourProperties, pageRules } from '../figures/palette.ts'

const light = `--text:#1c1f23;--link:#1f5f99;--soft:#f4f6f8;--border:#d8dde3;${colourProperties('light')}`
const dark = `--text:#e8eaed;--link:#8cc4f2;--soft:#1e2328;--border:#39414a;${colourProperties('dark')}`

/** The style of a page: a column of text as a journal sets it, and figures as wide as the column. */
export function pageStyle(): string {
  return `:root{color-scheme:light dark;${light}}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--surface);color:var(--text);font:1.125rem/1.6 Charter,"Bitstream Charter","Iowan Old Style","Palatino Linotype","Book Antiqua",Palatino,"URW Palladio L",Georgia,"Times New Roman",serif;overflow-wrap:break-word}
main{max-width:46rem;margin:0 auto;padding:4rem 1rem 6rem}
p,ul,dl{max-width:34em;margin:0 0 1em}
header{margin-bottom:2.5rem}
h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.4rem);line-height:1.15;font-weight:600;letter-spacing:-.01em;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.5rem;line-height:1.25;font-weight:600;margin:3.5rem 0 .75rem}
h3{font:600 1rem/1.4 ${sans};margin:1.5rem 0 .5rem}
.data{color:var(--muted);font:1rem/1.5 ${sans};margin:0}
.question{font-style:italic;margin:0 0 1.25rem}
.answer{font-size:1.375rem;line-height:1.5;margin:0;padding:.25rem 0 .25rem 1.25rem;border-left:4px solid var(--chosen)}
.answer strong{font-weight:400}
a{color:var(--link);text-underline-offset:.15em}
nav ol{columns:2 16rem;column-gap:2rem;list-style:none;margin:2rem 0 0;padding:0;font:1rem/1.5 ${sans}}
nav li{break-inside:avoid;padding:.15rem 0}
figure,.table{margin:2rem 0 2.5rem}
svg.figure{display:block;width:100%;height:auto;max-width:100%;color:var(--text);overflow:visible}
svg.figure text{white-space:pre}
.narrow{display:none}
figcaption,caption,.note{font:1rem/1.5 ${sans};max-width:44rem;margin-top:1rem;text-align:left;text-wrap:pretty}
.files{font:1rem/1.5 ${sans};margin:.25rem 0 0;display:flex;gap:1.25rem}
.files a,.files button{font:inherit;color:var(--link);background:none;border:0;padding:.35rem 0;margin:0;text-decoration:underline;text-underline-offset:.15em;cursor:pointer}
.files [hidden]{display:none}
.scroll{overflow-x:auto;width:max-content;min-width:100%;max-width:min(100vw - 2rem,50vw + 21rem,64rem);border-bottom:1px solid var(--rule);background:linear-gradient(to right,var(--surface) 40%,transparent) 0 0/3rem 100% no-repeat local,linear-gradient(to left,var(--surface) 40%,transparent) 100% 0/3rem 100% no-repeat local,linear-gradient(to right,var(--border),transparent) 0 0/.75rem 100% no-repeat scroll,linear-gradient(to left,var(--border),transparent) 100% 0/.75rem 100% no-repeat scroll}
table{border-collapse:collapse;min-width:100%;font:1rem/1.4 ${sans};font-variant-numeric:tabular-nums lining-nums}
caption{margin:0;padding:0 0 .6rem}
caption span{display:block;position:sticky;left:0;max-width:min(100vw - 2rem,44rem)}
thead th{border-top:2px solid var(--text);border-bottom:1px solid var(--rule);font-weight:600;vertical-align:bottom}
th,td{padding:.4rem 1.25rem .4rem 0;text-align:left;vertical-align:baseline}
.short{white-space:nowrap}
.long{min-width:22rem;overflow-wrap:anywhere}
th:last-child,td:last-child{padding-right:.25rem}
tbody th{font-weight:400}
tbody tr+tr>*{border-top:1px solid var(--grid)}
.number{text-align:right;white-space:nowrap}
.sliders{display:grid;grid-template-columns:auto minmax(8rem,1fr) 3.5ch;gap:.25rem 1rem;align-items:center;font:1rem/1.5 ${sans};margin-top:1rem;padding:1rem;background:var(--soft);border-radius:4px}
.sliders[hidden]{display:none}
.sliders input{width:100%;min-height:1.75rem;margin:0;accent-color:var(--chosen)}
.sliders output{text-align:right;font-variant-numeric:tabular-nums}
.best{font:600 1rem/1.5 ${sans};margin:.75rem 0 0;max-width:none}
.warnings{padding-left:1.25em}
.warnings li+li{margin-top:.5em}
pre{font:1rem/1.5 ${mono};background:var(--soft);padding:1rem;margin:0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px}
code{font-family:${mono}}
dl{font:1rem/1.5 ${sans};max-width:none}
dl div{display:flex;flex-wrap:wrap;gap:0 .75rem;padding:.4rem 0;border-top:1px solid var(--grid)}
dt{flex:0 0 12rem;color:var(--muted)}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (max-width:44rem){.wide{display:none}.narrow{display:block;max-width:30rem}main{padding-top:2rem}th,td{padding-right:.9rem}thead th[class]{white-space:normal}.sliders{grid-template-columns:1fr 3.5ch}.sliders label{grid-column:1/-1}}
@page{margin:18mm 16mm}
@media print{:root{color-scheme:light}html{font-size:9pt}body{font-size:10.5pt;background:none}main{max-width:none;padding:0}h2{margin-top:2rem}p,ul,.answer{max-width:40em}svg.figure{max-width:15.5cm}table{font-size:8.5pt}th,td,.number,.short{white-space:normal;padding-right:.75rem}td.number{white-space:nowrap}.long{min-width:0}.wide{display:block}.narrow,.sliders,.files{display:none!important}
figure,tr,pre,dl,.answer{break-inside:avoid}h1,h2,h3,caption{break-after:avoid}thead{display:table-header-group}p{orphans:3;widows:3}
.scroll{overflow:visible;width:auto;max-width:none;background:none}pre{border:1px solid var(--border)}pre,.sliders{background:none}a{color:inherit;text-decoration:none}}
${pageRules()}`
}

const sans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'
const mono = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace'
