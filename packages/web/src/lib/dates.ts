/** The language of dates; apart from i18n.ts, because the pages before the shell show none. */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { session } from './session/session.ts'

/** Keeps the language of dates in step with the session's. @returns stops following */
export function followDates(): () => void {
  const follow = () => void dayjs.locale(session.get().language === 'zh' ? 'zh-cn' : 'en')
  follow()
  return session.subscribe(follow)
}
