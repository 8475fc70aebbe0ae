/** The look of exported reports: calm and dense, light and dark, and on A4 paper. */
import { trusted } from '../../export/markup.ts'

const light = `
--page:#fff;--panel:#f6f7f9;--line:#dfe3e8;--soft:#ebeef1;--text:#1b222c;--second:#566070;--faint:#6b7482;
--passed:#1a7f37;--failed:#c8202c;--invalid:#8f5b00;--noSla:#566070;
--passed-bg:#eef8f0;--failed-bg:#fdf0f0;--invalid-bg:#fdf6e7;--noSla-bg:#f3f5f7;
--users:#7b8594;--target:#8d95a1;--rate:#2f6fde;--transactions:#1a9aa8;--avg:#9b7fd4;--p50:#c08a1e;--p90:#c8711c;--p95:#b4560f;--p99:#84390d;
--errors:#d03038;--sent:#4f90cf;--received:#3d7f5c;--connections:#8a6fb0;--cpu:#b8860b;--suspect:rgba(200,32,44,.09);--taken:rgba(47,111,222,.14);--mark:#8f5b00;`
const dark = `
--page:#101317;--panel:#161a20;--line:#313844;--soft:#262c35;--text:#e2e6ec;--second:#a2acb9;--faint:#8d97a5;
--passed:#4cc25f;--failed:#ff6a63;--invalid:#dba535;--noSla:#a2acb9;
--passed-bg:#12211a;--failed-bg:#28171a;--invalid-bg:#241f12;--noSla-bg:#1a1f26;
--users:#9aa4b2;--target:#5d6673;--rate:#6aa3ff;--transactions:#45c4d1;--avg:#b79cf0;--p50:#8a5a1e;--p90:#b9772a;--p95:#e0983f;--p99:#ffc27a;
--errors:#ff6a63;--sent:#7fb8ee;--received:#6cc294;--connections:#b79ce0;--cpu:#e0b94d;--suspect:rgba(255,106,99,.14);--taken:rgba(106,163,255,.22);--mark:#dba535;`

export const styleSheet = trusted(`
:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
@media print{:root{color-scheme:light;${light}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.55 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1120px;margin:0 auto;padding:32px 32px 48px}
h1{font-size:24px;line-height:1.3;margin:0;font-weight:600;overflow-wrap:anywhere}
h2{font-size:16px;font-weight:600;margin:0 0 12px}
h3{font-size:13px;font-weight:600;margin:0}
.eyebrow{color:var(--faint);font-size:12px;margin:0 0 4px;letter-spacing:.02em}
.badge{display:inline-block;margin-top:8px;padding:1px 8px;border:1px solid var(--line);border-radius:4px;font-size:12px;color:var(--second)}
.facts{display:flex;flex-wrap:wrap;gap:4px 28px;margin:16px 0 0;padding:0;font-size:13px}
.facts div{display:flex;gap:8px}.facts dt{color:var(--faint);white-space:nowrap}.facts dd{margin:0}
.verdict{margin:24px 0 0;padding:16px 20px;border-left:4px solid var(--tone);background:var(--tone-bg);border-radius:0 6px 6px 0}
.verdict strong{display:flex;align-items:center;gap:10px;font-size:22px;line-height:1.3;font-weight:650;color:var(--tone)}
.verdict svg{flex:none}
.verdict p{margin:4px 0 0}
.verdict .first{display:grid;grid-template-columns:auto 1fr;gap:2px 16px;margin:10px 0 0;font-size:13px}
.verdict .first dt{color:var(--second)}.verdict .first dd{margin:0;overflow-wrap:anywhere}
.figures{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;margin:16px 0 0;padding:0;border:1px solid var(--line);border-radius:6px;background:var(--panel)}
.figures div{padding:12px 14px;border-left:1px solid var(--line)}.figures div:first-child{border-left:0}
.figures dt{color:var(--second);font-size:12px}.figures dd{margin:2px 0 0;font-size:20px;line-height:1.25;font-weight:600;white-space:nowrap}
.figures small{display:block;font-size:12px;font-weight:400;color:var(--faint);white-space:nowrap}
.bad{color:var(--failed)}.warn{color:var(--invalid)}.good{color:var(--passed)}.quiet{color:var(--faint)}
section{margin-top:36px}
.written{margin:0 0 12px;padding:2px 0 2px 14px;border-left:3px solid var(--line);break-inside:avoid}.written p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}.written small{color:var(--faint);font-size:12px}
.scroll{overflow-x:auto}.charts+.scroll,.scroll+.scroll{margin-top:20px}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-weight:500;color:var(--second);text-align:left;white-space:nowrap;vertical-align:bottom}
th,td{padding:6px 10px;border-bottom:1px solid var(--soft)}
thead tr:last-child th{border-bottom:1px solid var(--line)}
thead tr:not(:last-child) th{border-bottom:0;padding-bottom:0;font-size:12px;color:var(--faint)}
td:first-child,th:first-child{padding-left:0}td:last-child,th:last-child{padding-right:0}
td.n,th.n{text-align:right;white-space:nowrap}
td.name{min-width:140px;overflow-wrap:anywhere}
tr.group td{color:var(--faint);font-size:12px;padding-top:12px;border-bottom:1px solid var(--line)}
tr.transaction td.name{font-weight:600}
tr.total td{font-weight:600;border-bottom:0;border-top:1px solid var(--line)}
.wide td:not(:first-child),.wide th:not(:first-child){padding-left:6px;padding-right:6px}.wide td:last-child,.wide th:last-child{padding-right:0}
th.span{text-align:center}
.status{white-space:nowrap;font-weight:500}
.charts{display:grid;grid-template-columns:1fr 1fr;gap:28px 32px}
figure{margin:0;min-width:0}
figcaption{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 14px;margin-bottom:6px;font-size:12px;color:var(--second)}
figcaption h3{color:var(--text)}
figcaption .unit{color:var(--faint);margin-left:auto}
.key{white-space:nowrap}.key i{display:inline-block;width:12px;height:3px;border-radius:2px;margin-right:5px;vertical-align:middle}
svg text{font-size:11px;fill:var(--faint);font-family:inherit}
svg{display:block;width:100%;height:auto}
.note{font-size:12px;color:var(--faint);margin:8px 0 0}
details{margin-top:4px}summary{cursor:pointer;color:var(--second);font-size:12px}
pre{margin:6px 0 0;padding:10px 12px;background:var(--panel);border:1px solid var(--soft);border-radius:4px;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;max-height:360px;overflow:auto}
.message{overflow-wrap:anywhere;max-width:460px}
footer{margin-top:40px;padding-top:12px;border-top:1px solid var(--line);font-size:12px;color:var(--faint)}
@media screen and (max-width:820px){main{padding:20px 16px}.figures{grid-auto-flow:row;grid-template-columns:repeat(3,1fr)}.figures div{border-top:1px solid var(--line);margin-top:-1px}.charts{grid-template-columns:1fr}.charts svg text{font-size:9px}}
@page{size:A4;margin:13mm 12mm}
@media print{
body{font-size:10pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:none;padding:0}h1{font-size:17pt}h2{font-size:12pt;break-after:avoid}
section{margin-top:20pt}.figures div{padding:7pt 8pt}.figures dd{font-size:12.5pt}.figures dt,.figures small{font-size:8pt}
table{font-size:8.5pt}.wide{font-size:7.2pt}.wide td,.wide th,.wide td:not(:first-child),.wide th:not(:first-child){padding:3pt 2.5pt}th,td{padding:4pt 5pt}th{white-space:normal}td.name{min-width:0}.status{white-space:normal}
tr,figure,.verdict,.figures{break-inside:avoid}.charts{gap:14pt 18pt}.scroll{overflow:visible}
.charts svg text{font-size:13px}.charts figcaption{font-size:8pt}
pre{max-height:none}details:not([open]){display:none}footer{font-size:8pt}
}`)
