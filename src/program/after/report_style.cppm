/// The style sheet of a report.
module;
#include <string_view>

module firefly.program.after:report_style;

namespace firefly::program {

/// Colours of chains: told apart by people who see fewer colours too (after Okabe & Ito 2008), with a contrast of at least 3 to the paper.
inline constexpr std::string_view report_style = R"(
:root{color-scheme:light dark;--paper:#fff;--card:#f6f7f9;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;--warn:#9a3412;--warnbg:#fff4ed;--note:#0b5394;
--notebg:#eef5fc;--good:#1a7f37;--c0:#0072b2;--c1:#c2410c;--c2:#00795a;--c3:#a8447f;--c4:#8a6100;--c5:#2f7fb5;--c6:#5b4bb5;--c7:#6b6b00}
@media(prefers-color-scheme:dark){:root{--paper:#101418;--card:#1a2027;--ink:#e6edf3;--soft:#a3adb8;--rule:#3a434d;--warn:#ffb38a;--warnbg:#3a2015;
--note:#9ecbff;--notebg:#14273b;--good:#5bd579;--c0:#5fb3ee;--c1:#ff9a5c;--c2:#3fd0a4;--c3:#ea90c4;--c4:#e6b94a;--c5:#9fd3ff;--c6:#b4a7ff;--c7:#d5d55c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1160px;margin:0 auto;padding:16px}
h1{font-size:1.6rem;line-height:1.25;margin:.6em 0 .2em}
h2{font-size:1.2rem;margin:2em 0 .5em;border-bottom:1px solid var(--rule);padding-bottom:.25em}
p{max-width:75ch}
.lead,figcaption,.how{color:var(--soft)}
.how,figcaption{font-size:.875rem}
.finding{border-left:4px solid var(--warn);background:var(--warnbg);padding:.6em .9em;margin:.6em 0;max-width:90ch}
.finding strong{color:var(--warn)}
.finding.note{border-color:var(--note);background:var(--notebg)}
.finding.note strong{color:var(--note)}
.finding.good{border-color:var(--good);background:var(--card)}
.finding.good strong{color:var(--good)}
.wide{overflow-x:auto;border:1px solid var(--rule);border-radius:6px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
caption{text-align:left;color:var(--soft);padding:.5em .7em}
caption span{display:block;max-width:calc(100vw - 56px)}
th,td{padding:.35em .7em;text-align:right;white-space:nowrap;border-top:1px solid var(--rule)}
th:first-child,td:first-child{text-align:left}
tbody th{font-weight:500;white-space:normal;overflow-wrap:anywhere;min-width:7em}
thead th{border-top:0;background:var(--card)}
td.bad{color:var(--warn);font-weight:600}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,160px),1fr));gap:.5em 1.5em;margin:0}
dl .long{grid-column:1/-1}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:12px}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:8px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.tx{text-anchor:middle}
.ty{text-anchor:end}
path{fill:none;stroke-width:1;vector-effect:non-scaling-stroke}
.grid{stroke:var(--rule);stroke-dasharray:1 3}
.axis{stroke:var(--soft)}
.expected{stroke:var(--ink);stroke-dasharray:5 4}
.band{fill:var(--rule);opacity:.55}
.block{fill:var(--c0);opacity:.5}
.dot{fill:var(--c0)}
.line{stroke-opacity:.85}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}
.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}
.key{display:inline-block;margin-right:1em;white-space:nowrap}
.key svg{display:inline-block;width:22px;height:8px;vertical-align:middle}
.key path{stroke-width:3}
details{margin:.6em 0}
summary{cursor:pointer;padding:.4em 0;overflow-wrap:anywhere}
summary b{font-weight:600}
.bar{display:block;width:120px;height:.7em;background:var(--rule)}
.bar span{display:block;height:100%;background:var(--c0)}
footer{color:var(--soft);font-size:.875rem;margin:3em 0 1em}
)";

}  // namespace firefly::program
