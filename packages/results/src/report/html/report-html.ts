/** A report as one HTML file that needs nothing else: no script, no network, opens from a disk and prints on A4. */
import type { ReportNote } from '@pone/contract/entities/report.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { html } from '../../export/markup.ts'
import { sayIn } from '../../export/texts.ts'
import { reportSections } from '../../sections/registry.ts'
import type { ReportContent } from '../content.ts'
import { head } from './head.ts'
import { notesHtml } from './notes.ts'
import { styleSheet } from './style.ts'
import { texts } from './texts.ts'

/** Whatever a name or an answer in the report may hold: nothing is run and nothing is fetched. Styles are our own. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

export function reportHtml(
  content: ReportContent,
  options: {
    language: Language
    projectName: string
    /** What people wrote on the report. */
    notes?: readonly ReportNote[]
  },
): string {
  const { language, projectName, notes = [] } = options
  const say = sayIn(texts, language)
  const view = { content, language, projectName }
  const title = `${content.run.scenarioName} #${content.run.number} · ${say('title')}`
  const missing =
    content.missing.length === 0
      ? null
      : html`<p class="warn">${say('missing')}: ${content.missing.map(({ section, reason }) => `${section} (${reason})`).join(', ')}</p>`
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${styleSheet}</style></head>
<body><main>${head(view)}${notesHtml(notes, language)}${Object.values(reportSections).map(section => section.html(view))}${missing}<footer>${say('footer')}</footer></main></body>
</html>
`.html
}
