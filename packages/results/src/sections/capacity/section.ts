/** Section "capacity": the highest load within rules that a search found, and the levels that it tried, of the whole run. */
import { capacityOf } from '../../run-record.ts'
import { reportSection } from '../section.ts'
import { capacityData } from './data.ts'
import { capacityHtml } from './html.ts'

export const capacity = reportSection({
  name: 'capacity',
  data: capacityData,
  start: ({ record }) => ({
    finish: () => ({ capacity: record.capacity === null ? null : capacityOf(record.capacity) }),
  }),
  html: capacityHtml,
})
