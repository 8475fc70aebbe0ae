/** Texts of errors that any call may answer. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const generalErrorTexts = {
  BadInput: { zh: '输入有误：{detail}', en: 'Invalid input: {detail}' },
  Forbidden: {
    zh: '没有执行此操作的权限，请联系项目经理',
    en: 'You do not have permission for this operation. Contact the project manager',
  },
  TimeOrder: { zh: '开始时间不能晚于结束时间', en: 'The start must not be later than the end' },
  NotFound: { zh: '{what}不存在或已被删除', en: '{what} does not exist or has been deleted' },
  UnknownCall: { zh: '接口 {path} 不存在', en: 'The API path {path} does not exist' },
  TooManyRequests: {
    zh: '操作过于频繁，请 {seconds} 秒后再试',
    en: 'Too many requests. Try again in {seconds} s',
  },
  BodyTooLarge: {
    zh: '提交的内容超过上限 {limit}',
    en: 'The submitted content exceeds the limit of {limit}',
  },
  DatabaseUnavailable: {
    zh: '数据库暂时不可用，请稍后重试',
    en: 'The database is temporarily unavailable. Try again later',
  },
  OperationFailed: {
    zh: '操作失败，请重试；若仍失败，请把编号 {reference} 告诉管理员',
    en: 'The operation failed. Try again; if it keeps failing, give the reference {reference} to an administrator',
  },
} as const satisfies Catalogue
