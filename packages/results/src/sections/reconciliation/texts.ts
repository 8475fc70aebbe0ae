/** Words of the section "reconciliation" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  reconciliation: text('数据核对', 'Reconciliation'),
  worker: text('压测进程', 'Worker'),
  sent: text('发送', 'Sent'),
  counted: text('统计', 'Counted'),
  lost: text('丢失结果', 'Outcome lost'),
  reconciled: text(
    '全程发送 {sent} 个请求，全部统计在内',
    'All {sent} requests sent over the whole run are counted',
  ),
  reconciledLost: text(
    '全程发送 {sent} 个请求，全部统计在内；其中 {lost} 个的结果随压测进程丢失，计为失败',
    'All {sent} requests sent over the whole run are counted; the outcome of {lost} died with a worker, they count as failed',
  ),
  late: text(
    '{machine} 在执行结束后补送了 {requests} 个请求的数据（{at}）',
    '{machine} delivered {requests} requests after the end of the run ({at})',
  ),
  marked: text(
    '第 {seconds} 秒的数据不完整或受影响，图中已标出',
    'Seconds {seconds} are incomplete or affected; the charts mark them',
  ),
  unreconciled: text(
    '全程发送 {sent} 个请求，只统计到 {counted} 个',
    '{sent} requests were sent over the whole run, only {counted} are counted',
  ),
} as const satisfies Texts
