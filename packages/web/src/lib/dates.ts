/** The language of dates; separate from i18n.ts, because the pages before the shell show none. */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { session } from './session/session.ts'

/** Updates the language of dates with the session's. @returns a function that stops this */
export function followDates(): () => void {
  const follow = () => void dayjs.locale(session.get().language === 'zh' ? 'zh-cn' : 'en')
  follow()
  return session.subscribe(follow)
}
