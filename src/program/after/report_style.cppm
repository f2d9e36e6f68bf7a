/// The style sheet of a report.
module;
#include <string_view>

module firefly.program.after:report_style;

namespace firefly::program {

/// Colours of chains: told apart by people who see fewer colours too (after Okabe & Ito 2008), with a contrast of at least 3 to the paper.
/// On paper the page is as by day. On a telephone the rows of a table of parameters become two lines, the name above its numbers.
inline constexpr std::string_view report_style = R"(
:root{color-scheme:light dark;--paper:#fff;--card:#f6f7f9;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;--warn:#9a3412;--warnbg:#fff4ed;--note:#0b5394;
--notebg:#eef5fc;--good:#1a7f37;--c0:#0072b2;--c1:#c2410c;--c2:#00795a;--c3:#a8447f;--c4:#8a6100;--c5:#2f7fb5;--c6:#5b4bb5;--c7:#6b6b00}
@media screen and (prefers-color-scheme:dark){:root{--paper:#101418;--card:#1a2027;--ink:#e6edf3;--soft:#a3adb8;--rule:#3a434d;--warn:#ffb38a;
--warnbg:#3a2015;--note:#9ecbff;--notebg:#14273b;--good:#5bd579;--c0:#5fb3ee;--c1:#ff9a5c;--c2:#3fd0a4;--c3:#ea90c4;--c4:#e6b94a;--c5:#9fd3ff;
--c6:#b4a7ff;--c7:#d5d55c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1160px;margin:0 auto;padding:16px}
h1{font-size:1.6rem;line-height:1.25;margin:.6em 0 .2em}
h2{font-size:1.2rem;margin:2em 0 .5em;border-bottom:1px solid var(--rule);padding-bottom:.25em}
h3{font-size:1rem;margin:1.5em 0 .5em}
p{max-width:75ch}
a{color:var(--note)}
nav{display:flex;flex-wrap:wrap;gap:.25em 1.2em;font-size:.875rem}
.lead,figcaption,.how{color:var(--soft)}
.how,figcaption{font-size:.875rem}
.verdict{color:var(--good);font-weight:600;margin:.5em 0}
.verdict.bad{color:var(--warn)}
.finding{border-left:4px solid var(--warn);background:var(--warnbg);padding:.6em .9em;margin:.6em 0;max-width:90ch}
.finding strong{color:var(--warn)}
.whole{white-space:nowrap}
.finding.note{border-color:var(--note);background:var(--notebg)}
.finding.note strong{color:var(--note)}
.finding.good{border-color:var(--good);background:var(--card)}
.finding.good strong{color:var(--good)}
.wide{overflow-x:auto;border:1px solid var(--rule);border-radius:6px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
caption{text-align:left;color:var(--soft);padding:.5em .7em}
caption>span{display:block;max-width:min(75ch,calc(100vw - 56px))}
th,td{padding:.35em .7em;text-align:right;white-space:nowrap;border-top:1px solid var(--rule)}
th:first-child{text-align:left}
tbody th{font-weight:500;white-space:normal;overflow-wrap:break-word;min-width:7em}
thead th{border-top:0;background:var(--card)}
td.bad{color:var(--warn);font-weight:600}
.facts tbody th{max-width:26em}
.less{display:none}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,160px),1fr));gap:.5em 1.5em;margin:0 0 1em}
.sentences{display:block}
.sentences>div{display:grid;grid-template-columns:6em minmax(0,80ch);gap:0 1.5em;padding:.3em 0}
.sentences dt{line-height:1.7}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;overflow-wrap:break-word;min-width:0}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:12px}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:8px;min-width:0}
figcaption{overflow-wrap:break-word}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.tx{text-anchor:middle}
.ty{text-anchor:end}
path{fill:none;stroke-width:1;vector-effect:non-scaling-stroke}
.grid{stroke:var(--rule);stroke-dasharray:1 3}
.zero{stroke:var(--soft)}
.axis{stroke:var(--soft)}
.expected{stroke:var(--ink);stroke-dasharray:5 4}
.prior{stroke:var(--c1);stroke-dasharray:5 4;stroke-width:2}
.band{fill:var(--rule);opacity:.55}
.range{fill:var(--soft);fill-opacity:.22}
.hill{fill:var(--c0);fill-opacity:.25}
.block{fill:var(--c0);opacity:.5}
.dot{fill:var(--c0)}
.line{stroke-opacity:.7}
.cloud{stroke-width:3.5;stroke-linecap:round;stroke-opacity:.5}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}
.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}
.key{display:inline-block;margin-right:1em;white-space:nowrap}
.key svg{display:inline-block;width:22px;height:8px;vertical-align:middle}
.key path{stroke-width:3}
.forest{border:1px solid var(--rule);border-radius:6px;background:var(--card);padding:8px 12px;margin:.6em 0}
.forest>div{display:grid;grid-template-columns:minmax(6em,20%) 1fr 17em;gap:0 12px;align-items:center}
.forest>div>span{font-size:.875rem;line-height:1.25;overflow-wrap:break-word;min-width:0}
.forest .broad{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.forest small{color:var(--soft)}
.strip{height:22px}
.tall{height:56px}
.stack{height:420px}
.thin{stroke:var(--c0);stroke-width:1.5}
.thick{stroke:var(--c0);stroke-width:5}
.point{stroke:var(--ink);stroke-width:8;stroke-linecap:round}
.faint{stroke:var(--c0);stroke-opacity:.35}
.half{stroke-opacity:.7}
.speck{stroke:var(--ink);stroke-width:2;stroke-linecap:round}
.forest>div>.numbers{display:block;position:relative;height:1.4em;color:var(--soft);font-size:.75rem}
.numbers span{position:absolute;transform:translateX(-50%);white-space:nowrap}
details{margin:.3em 0}
summary{cursor:pointer;padding:.3em 0;overflow-wrap:break-word}
summary b{font-weight:600}
.bar{display:block;width:120px;height:.7em;background:var(--rule)}
.bar span{display:block;height:100%;background:var(--c0)}
footer{color:var(--soft);font-size:.875rem;margin:3em 0 1em}
@media(max-width:640px){
.more,.broad{display:none}
.less{display:inline}
th,td{padding:.35em .5em}
.lines tr{display:grid;grid-template-columns:minmax(0,1.25fr) minmax(0,1.1fr) minmax(0,.9fr) minmax(0,.95fr)}
.lines tbody th{grid-column:1/-1;padding-bottom:0}
.lines thead th:first-child{display:none}
.lines td{border-top:0;padding-top:.1em}
.facts td,.facts th{white-space:normal}
.sentences>div{display:block}
.forest>div{display:block}
.forest>div>span:first-child{display:block;padding-top:.4em}
.bar{width:70px}
}
@media print{
@page{margin:15mm}
body{font-size:10pt}
main{max-width:none;padding:0}
nav,.screen{display:none}
figure,tr,dl,.how,.finding,.forest,.forest>div,.facts{break-inside:avoid}
h2,h3,.how,summary{break-after:avoid}
table{font-size:8.5pt}
th,td{padding:.3em .5em}
.wide{overflow:visible}
.plots{grid-template-columns:repeat(3,1fr)}
a{color:inherit;text-decoration:none}
}
)";

}  // namespace firefly::program
