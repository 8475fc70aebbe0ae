/** A report as one HTML file that needs nothing else: no script, no network, opens from a disk and prints on A4. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { html } from './markup.ts'
import { charts } from './parts/charts.ts'
import { distribution } from './parts/distribution.ts'
import { errors } from './parts/errors.ts'
import { events } from './parts/events.ts'
import { head } from './parts/head.ts'
import { machines } from './parts/machines.ts'
import type { ReportView } from './parts/part.ts'
import { phases } from './parts/phases.ts'
import { reconciliation } from './parts/reconciliation.ts'
import { sla } from './parts/sla.ts'
import { transactions } from './parts/transactions.ts'
import { styleSheet } from './style.ts'
import { sayIn } from './texts.ts'

/** Parts in reading order: the answer first, then what it rests on. */
const parts = [
  head,
  sla,
  transactions,
  phases,
  charts,
  distribution,
  errors,
  events,
  machines,
  reconciliation,
]

/** Whatever a name or an answer in the report may hold: nothing is run and nothing is fetched. Styles are our own. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

export function reportHtml(
  content: ReportContent,
  options: { language: Language; projectName: string },
): string {
  const { language, projectName } = options
  const say = sayIn(language)
  const view: ReportView = { content, language, projectName, say }
  const title = `${content.run.scenarioName} #${content.run.number} · ${say('title')}`
  const missing =
    content.missing.length === 0
      ? null
      : html`<p class="warn">${say('missing')}: ${content.missing.map(({ section, reason }) => `${section} (${reason})`).join(', ')}</p>`
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${styleSheet}</style></head>
<body><main>${parts.map(part => part(view))}${missing}<footer>${say('footer')}</footer></main></body>
</html>
`.html
}
