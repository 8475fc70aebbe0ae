/** Words of exported reports, zh and en: those that several parts use, and how a part picks its own in one language. */
import { type Bilingual, type Language, textIn } from '@pone/schema/bilingual.ts'

export type Texts = Readonly<Record<string, Bilingual>>
export type Say<Key extends string> = (key: Key, params?: Readonly<Record<string, string | number>>) => string

export const text = (zh: string, en: string): Bilingual => ({ zh, en })

export const commonTexts = {
  max: text('最大', 'Max'),
  noErrors: text('没有错误', 'No errors'),
  count: text('次数', 'Count'),
  'state.new': text('新建', 'New'),
  'state.readyToRun': text('准备执行', 'Ready to run'),
  'state.running': text('执行中', 'Running'),
  'state.complete': text('执行完成', 'Complete'),
  'state.userStopped': text('用户停止', 'Stopped by user'),
  'state.failed': text('执行失败', 'Failed'),
  'state.backingUp': text('备份中', 'Backing up'),
  'state.backupCompleted': text('备份完成', 'Backup completed'),
  'state.backupFailed': text('备份失败', 'Backup failed'),
  machine: text('压力机', 'Load machine'),
  awaited: text(
    '全程已统计 {counted} 个请求，目前已知发送 {sent} 个；{machines} 最后几秒的数据还没有送达',
    '{counted} of the {sent} requests known so far over the whole run are counted; the last seconds of {machines} are awaited',
  ),
} as const satisfies Texts

/** Texts of one language; `{name}` is replaced by the parameter of that name. */
export const sayIn =
  <Key extends string>(texts: Readonly<Record<Key, Bilingual>>, language: Language): Say<Key> =>
  (key, params = {}) =>
    textIn(texts[key], params, language)
