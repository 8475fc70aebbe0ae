/** What people wrote on a report: the conclusion, then the notes, each with its author. Texts are plain, line breaks are kept. */
import type { ReportNote } from '@pone/contract/entities/report.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { formatInstant } from '../../export/format.ts'
import { html, type Markup } from '../../export/markup.ts'
import { sayIn } from '../../export/texts.ts'
import { texts } from './texts.ts'

export function notesHtml(notes: readonly ReportNote[], language: Language): Markup[] {
  const say = sayIn(texts, language)
  const part = (title: string, kind: ReportNote['kind']) => {
    const shown = notes.filter(note => note.kind === kind)
    if (shown.length === 0) return []
    return [html`<section><h2>${title}</h2>${shown.map(note => written(note, language))}</section>`]
  }
  return [...part(say('conclusion'), 'conclusion'), ...part(say('notes'), 'note')]
}

function written(note: ReportNote, language: Language): Markup {
  const say = sayIn(texts, language)
  const by = { by: note.createdBy, at: formatInstant(note.createdAt, language) }
  const who =
    note.version === 1
      ? say('noteBy', by)
      : say('noteChanged', {
          ...by,
          editor: note.updatedBy,
          editedAt: formatInstant(note.updatedAt, language),
        })
  return html`<div class="written"><p>${note.text}</p><small>${who}</small></div>`
}
