/** Section "byUsers": response times and throughput against the number of users. */
import { reportSection } from '../section.ts'
import { byUsersData } from './data.ts'
import { byUsersHtml } from './html.ts'

export const byUsers = reportSection({
  name: 'byUsers',
  data: byUsersData,
  start: () => ({ finish: () => ({}) }),
  html: byUsersHtml,
})
