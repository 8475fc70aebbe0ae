/** The page around an exported report: its styles, and what it may not do. */
import type { Language } from '@pone/schema/bilingual.ts'
import { html, type Markup } from '../../export/markup.ts'
import { styleSheet } from './style.ts'

/** Whatever a name or an answer in the report may hold: nothing is run and nothing is fetched. Styles are our own. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** `styles`: further rules of our own. */
export const htmlPage = ({
  language,
  title,
  body,
  styles,
}: {
  readonly language: Language
  readonly title: string
  readonly body: Markup
  readonly styles?: Markup
}): string =>
  html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${styleSheet}${styles ?? null}</style></head>
<body><main>${body}</main></body>
</html>
`.html
