/** A report as one HTML file that needs nothing else: no script, no network, opens from a disk and prints on A4. */
import type { ReportNote } from '@pone/contract/entities/report.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { flameDiagramsHtml, flameMarks, type ListedFlameDiagram } from '../../export/flame-diagrams.ts'
import { html } from '../../export/markup.ts'
import { sayIn } from '../../export/texts.ts'
import { reportSections } from '../../sections/registry.ts'
import type { ReportContent } from '../content.ts'
import { head } from './head.ts'
import { notesHtml } from './notes.ts'
import { htmlPage } from './page.ts'
import { texts } from './texts.ts'

export function reportHtml(
  content: ReportContent,
  options: {
    language: Language
    projectName: string
    /** What people wrote on the report. */
    notes?: readonly ReportNote[]
    /** Those of the run that the reader may see. */
    flameDiagrams?: readonly ListedFlameDiagram[]
  },
): string {
  const { language, projectName, notes = [], flameDiagrams = [] } = options
  const say = sayIn(texts, language)
  const view = { content, language, projectName, taken: flameMarks(flameDiagrams, content) }
  const title = `${content.run.scenarioName} #${content.run.number} · ${say('title')}`
  const missing =
    content.missing.length === 0
      ? null
      : html`<p class="warn">${say('missing')}: ${content.missing.map(({ section, reason }) => `${section} (${reason})`).join(', ')}</p>`
  return htmlPage({
    language,
    title,
    body: html`${head(view)}${notesHtml(notes, language)}${Object.values(reportSections).map(section => section.html(view))}${flameDiagramsHtml(flameDiagrams, content, language)}${missing}<footer>${say('footer')}</footer>`,
  })
}
