/** Texts of what operations of SQL fail with; what a database says itself is shown as it came. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { networkFailures } from '../../network-failures.ts'

export const sqlFailures = {
  sqlNotConnected: {
    zh: '没有名为“{name}”的数据库连接，请在此之前添加 SQL 连接步骤',
    en: 'no connection “{name}” is open; a connect step has to come before',
  },
  sqlConnectionLost: {
    zh: '数据库连接已断开，请重新连接',
    en: 'the connection to the database is lost; connect again',
  },
  sqlTransactionLost: {
    zh: '数据库连接已断开，其中的事务已丢失',
    en: 'the connection is lost, and its transaction with it',
  },
  sqlClosedByServer: { zh: '数据库关闭了连接', en: 'the database closed the connection' },
  sqlStatementTimeout: {
    zh: '语句在 {ms} 毫秒内没有执行完，已请求数据库取消',
    en: 'the statement did not end within {ms} ms; the database was asked to cancel it',
  },
  sqlPoolTimeout: {
    zh: '{ms} 毫秒内连接池没有空闲的连接',
    en: 'no connection of the pool was free within {ms} ms',
  },
  sqlTlsNotOffered: {
    zh: '数据库不支持 TLS，请关闭该连接的 TLS 或在数据库上启用',
    en: 'the database does not offer TLS; switch it off for this connection or on in the database',
  },
  sqlAnswerTooLong: {
    zh: '收到 {bytes} 字节仍没有收到完整的一行或一个响应，已断开连接',
    en: '{bytes} bytes came without a complete row or answer; the connection was closed',
  },
  sqlMalformed: {
    zh: '对方的响应不符合数据库协议：{reason}',
    en: 'what answers does not speak the protocol of the database: {reason}',
  },
  sqlTooManyRows: {
    zh: '查询结果超过 {rows} 行或 {mebi} Mi 个字符，请缩小查询范围或调大行数上限',
    en: 'the query gives more than {rows} rows or {mebi} Mi characters; narrow it or raise the limit of rows',
  },
  sqlBadNumber: { zh: '参数“{value}”不是数字，无法绑定', en: 'the parameter “{value}” is no number to bind' },
} as const satisfies Catalogue

/** Writes why an operation of SQL failed, for `errorMessage` of its outcome. */
export const failureText = encoderOf({ ...networkFailures, ...sqlFailures })
