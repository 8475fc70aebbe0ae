/** Texts of response times on the full link page, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const labelTimesMessages = {
  'labelTimes.title': text('响应时间', 'Response times'),
  'labelTimes.whole': text('整次执行，取自其报告', 'Whole run, from its report'),
  'labelTimes.part': text(
    '执行的 {{from}} 至 {{to}}，取自其报告',
    'From {{from}} to {{to}} of the run, from its report',
  ),
  'labelTimes.active': text(
    '执行结束并生成报告后，这里显示响应时间的构成。',
    'Parts of the response time are shown here once the run is over and its report is made.',
  ),
  'labelTimes.noReport': text(
    '这次执行没有报告，响应时间的构成未知。',
    'The run has no report. Parts of the response time are not known.',
  ),
  'labelTimes.ofRun': text(
    '以下占比是整次执行所有请求的，不区分单个请求或事务。',
    'The shares below are those of all requests of the run, not of this label alone.',
  ),
  'labelTimes.noTiers': text(
    '没有绑定监控链路，或数据不足，各层的占比未知。',
    'Shares of tiers are not known: no monitoring link belonged to the run, or there is not enough data.',
  ),
} as const
