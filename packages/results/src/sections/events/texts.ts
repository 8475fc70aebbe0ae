/** Words of the section "events" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  events: { zh: '事件', en: 'Events' },
  time: { zh: '时间', en: 'Time' },
  event: { zh: '事件', en: 'Event' },
} as const satisfies Catalogue
