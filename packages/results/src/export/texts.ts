/** Words of exported reports, zh and en: those that several parts use, and how a part picks its own in one language. */
import { type Bilingual, type Language, textIn } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

export type Say<Key extends string> = (key: Key, params?: Readonly<Record<string, string | number>>) => string

export const commonTexts = {
  max: { zh: '最大', en: 'Max' },
  noErrors: { zh: '没有错误', en: 'No errors' },
  count: { zh: '次数', en: 'Count' },
  'state.new': { zh: '新建', en: 'New' },
  'state.readyToRun': { zh: '准备执行', en: 'Ready to run' },
  'state.running': { zh: '执行中', en: 'Running' },
  'state.complete': { zh: '已完成', en: 'Complete' },
  'state.userStopped': { zh: '用户停止', en: 'Stopped by user' },
  'state.failed': { zh: '失败', en: 'Failed' },
  'state.backingUp': { zh: '备份中', en: 'Backing up' },
  'state.backupCompleted': { zh: '备份完成', en: 'Backup completed' },
  'state.backupFailed': { zh: '备份失败', en: 'Backup failed' },
  machine: { zh: '压力机', en: 'Load machine' },
  awaited: {
    zh: '全程已计入 {counted} 个请求，目前已知发出 {sent} 个；{machines} 最后几秒的数据还没有送达',
    en: '{counted} requests of the whole run are counted, {sent} are known to have been sent; the last seconds of {machines} have not been received yet',
  },
} as const satisfies Catalogue

/** Texts of one language; `{name}` is replaced by the parameter of that name. */
export const sayIn =
  <Key extends string>(texts: Readonly<Record<Key, Bilingual>>, language: Language): Say<Key> =>
  (key, params = {}) =>
    textIn(texts[key], params, language)
