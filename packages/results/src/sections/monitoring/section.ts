/** Section "monitoring": what the links of the run collected, as it was kept at the end of the run, cut to the part of the report. */
import { withNotes } from '../../monitoring/notes.ts'
import { reportSection } from '../section.ts'
import { cutMonitoring } from './cut.ts'
import { monitoringData } from './data.ts'
import { monitoringHtml } from './html.ts'

export const monitoring = reportSection({
  name: 'monitoring',
  data: monitoringData,
  start: ({ monitoring: kept, range }) => ({
    finish: () => ({ monitoring: kept === null ? null : withNotes(cutMonitoring(kept, range)) }),
  }),
  html: monitoringHtml,
})
