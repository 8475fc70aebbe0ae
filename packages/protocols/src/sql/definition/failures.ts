/** Texts of what operations of SQL fail with; what a database says itself is shown as it came. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { networkFailures } from '../../network-failures.ts'

export const sqlFailures = {
  sqlNotConnected: {
    zh: '没有名为“{name}”的数据库连接，请在此之前添加 SQL 连接步骤',
    en: 'no database connection named “{name}”; add an SQL connect step before this step',
  },
  sqlConnectionLost: {
    zh: '数据库连接已断开，请重新连接',
    en: 'the database connection was lost; connect again',
  },
  sqlTransactionLost: {
    zh: '数据库连接已断开，其中的事务已丢失',
    en: 'the database connection and its transaction were lost',
  },
  sqlClosedByServer: { zh: '数据库关闭了连接', en: 'the database closed the connection' },
  sqlStatementTimeout: {
    zh: '语句在 {ms} 毫秒内没有执行完，已请求数据库取消',
    en: 'the statement did not complete within {ms} ms; its cancellation was requested',
  },
  sqlPoolTimeout: {
    zh: '{ms} 毫秒内连接池没有空闲的连接',
    en: 'no free connection in the pool within {ms} ms',
  },
  sqlTlsNotOffered: {
    zh: '数据库不支持 TLS，请关闭该连接的 TLS 或在数据库上启用',
    en: 'the database does not support TLS; turn off TLS for this connection, or enable it in the database',
  },
  sqlAnswerTooLong: {
    zh: '收到 {bytes} 字节仍没有收到完整的一行或一个响应，已断开连接',
    en: '{bytes} bytes received without a complete row or response; the connection was closed',
  },
  sqlMalformed: {
    zh: '对方的响应不符合数据库协议：{reason}',
    en: 'the response does not follow the database protocol: {reason}',
  },
  sqlTooManyRows: {
    zh: '查询结果超过 {rows} 行或 {mebi} Mi 个字符，请缩小查询范围或调大行数上限',
    en: 'the query result exceeds {rows} rows or {mebi} Mi characters; limit the query or increase the row limit',
  },
  sqlBadNumber: {
    zh: '参数“{value}”不是数字，无法绑定',
    en: 'parameter “{value}” is not a number and cannot be bound',
  },
} as const satisfies Catalogue

/** Writes why an operation of SQL failed, for `errorMessage` of its outcome. */
export const failureText = encoderOf({ ...networkFailures, ...sqlFailures })
