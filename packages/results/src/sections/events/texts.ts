/** Words of the section "events" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  events: text('事件', 'Events'),
  time: text('时间', 'Time'),
  event: text('事件', 'Event'),
} as const satisfies Texts
