/** The form of what all protocols share among the run-time settings; a protocol's section has its own in its definition. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Form, FormField } from '@pone/schema/form.ts'
import { networkItems, proxyItems } from './network-form.ts'
import { errorItems, timeItems } from './times-form.ts'
import { tlsItems } from './tls-form.ts'

const timeOut = (
  name: 'connectTimeoutMs' | 'responseTimeoutMs',
  label: Bilingual,
  hint: Bilingual,
): FormField => ({ name, label, hint, widget: 'number', unit: 'ms' })

export const runSettingsForm: Form = [
  { item: 'section', title: { zh: '节奏', en: 'Timing' }, items: timeItems },
  { item: 'section', title: { zh: '错误与日志', en: 'Errors and log' }, items: errorItems },
  {
    item: 'section',
    title: { zh: '连接', en: 'Connection' },
    items: [
      timeOut(
        'connectTimeoutMs',
        { zh: '连接超时', en: 'Connect time-out' },
        { zh: '建立连接最多等待的时间。', en: 'Max time to establish a connection.' },
      ),
      timeOut(
        'responseTimeoutMs',
        { zh: '响应超时', en: 'Response time-out' },
        {
          zh: '从发出请求到收完响应的最长时间。',
          en: 'Max time from sending the request until the complete response is received.',
        },
      ),
    ],
  },
  { item: 'section', title: { zh: 'TLS', en: 'TLS' }, items: tlsItems },
  { item: 'section', title: { zh: '代理', en: 'Proxy' }, items: proxyItems },
  { item: 'section', title: { zh: '网络', en: 'Network' }, items: networkItems },
]
