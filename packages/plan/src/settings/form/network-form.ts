/** Proxy, names, own addresses and bandwidth among the run-time settings. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type FormField, type FormItem, valueAt } from '@pone/schema/form.ts'

const isProxied = { name: 'proxy.kind', isOneOf: ['http', 'socks5'] }
const proxyStart = { host: '', user: '', password: '', bypass: '' }

export const proxyItems: readonly FormItem[] = [
  {
    name: 'proxy',
    label: { zh: '代理', en: 'Proxy' },
    hint: {
      zh: '所有请求经过的代理服务器，默认不使用。',
      en: 'Proxy server for all requests; none by default.',
    },
    widget: 'variant',
    by: 'kind',
    options: [
      { value: 'none', label: { zh: '不使用', en: 'None' } },
      { value: 'http', label: { zh: 'HTTP', en: 'HTTP' } },
      { value: 'socks5', label: { zh: 'SOCKS5', en: 'SOCKS5' } },
    ],
    starts: { none: {}, http: { ...proxyStart, port: 3_128 }, socks5: { ...proxyStart, port: 1_080 } },
  },
  {
    item: 'row',
    label: { zh: '地址', en: 'Address' },
    hint: {
      zh: '域名或 IP 地址，端口 1 到 65535；HTTP 代理常用 3128，SOCKS5 常用 1080。',
      en: 'Host name or IP address, and a port from 1 to 65535. Common ports: 3128 for HTTP, 1080 for SOCKS5.',
    },
    fields: [
      {
        name: 'proxy.host',
        label: { zh: '主机', en: 'Host' },
        widget: 'template',
        placeholder: 'proxy.example.com',
        widthPx: 280,
      },
      { name: 'proxy.port', label: { zh: '端口', en: 'Port' }, widget: 'number' },
    ],
    when: isProxied,
  },
  {
    name: 'proxy.user',
    label: { zh: '用户名', en: 'User name' },
    hint: { zh: '空为不验证。', en: 'Leave empty for no authentication.' },
    widget: 'template',
    when: isProxied,
  },
  {
    name: 'proxy.password',
    label: { zh: '密码', en: 'Password' },
    widget: 'credential',
    placeholder: '${proxyPassword}',
    when: values => (valueAt(values, 'proxy.user') ?? '') !== '',
  },
  {
    name: 'proxy.bypass',
    label: { zh: '不走代理的主机', en: 'Hosts without proxy' },
    hint: {
      zh: '用逗号分隔，*.example.com 表示其下所有主机。',
      en: 'Separated by commas; *.example.com matches all subdomains.',
    },
    widget: 'text',
    isMono: true,
    placeholder: 'localhost, *.example.com',
    when: isProxied,
  },
]

const speed = (name: 'downBytesPerSecond' | 'upBytesPerSecond', label: Bilingual): FormField => ({
  name: `bandwidth.${name}`,
  label,
  hint: { zh: '每个用户的上限，0 为不限。', en: 'Limit per user; 0 for no limit.' },
  widget: 'number',
  unit: 'kB/s',
  factor: 1_000,
  digits: 3,
})

const dnsHints: Readonly<Record<string, Bilingual>> = {
  cached: {
    zh: '每个压测进程解析一次，保留 30 秒。',
    en: 'Resolved once per engine process and cached for 30 seconds.',
  },
  iteration: {
    zh: '用户每次迭代重新解析并建立连接，用于测试域名负载均衡。',
    en: 'Each iteration resolves names and connects again, to test DNS load balancing.',
  },
}

const address = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i

export const networkItems: readonly FormItem[] = [
  {
    name: 'dns',
    label: { zh: '域名解析', en: 'Name look-up' },
    hint: ({ dns }) => dnsHints[String(dns)] ?? null,
    widget: 'choice',
    options: [
      { value: 'cached', label: { zh: '缓存', en: 'Cached' } },
      { value: 'iteration', label: { zh: '每次迭代', en: 'Each iteration' } },
    ],
  },
  {
    name: 'ipFamily',
    label: { zh: 'IP 版本', en: 'IP version' },
    hint: {
      zh: '域名同时有 IPv4 和 IPv6 地址时只使用其中一种；默认不限。',
      en: 'If a name has both IPv4 and IPv6 addresses, only the selected version is used; any by default.',
    },
    widget: 'choice',
    options: [
      { value: 'any', label: { zh: '不限', en: 'Any' } },
      { value: '4', label: { zh: 'IPv4', en: 'IPv4' } },
      { value: '6', label: { zh: 'IPv6', en: 'IPv6' } },
    ],
  },
  {
    name: 'hosts',
    label: { zh: '主机映射', en: 'Host mapping' },
    hint: {
      zh: '优先于域名解析，相当于 hosts 文件。',
      en: 'Takes precedence over name look-up, like a hosts file.',
    },
    widget: 'pairs',
    nameLabel: { zh: '主机名', en: 'Host name' },
    valueLabel: { zh: 'IP 地址', en: 'IP address' },
  },
  {
    name: 'sourceAddresses',
    label: { zh: '源地址', en: 'Source addresses' },
    hint: {
      zh: '压力机上的 IP 地址，用户轮流从这些地址发起连接；空为由系统选择。',
      en: 'IP addresses of the load machine from which users connect in turn; leave empty to let the system choose.',
    },
    widget: 'tags',
    placeholder: '192.168.1.10',
    // What is no address is not taken, so that it cannot keep the component from being saved.
    accepts: text => address.test(text),
  },
  speed('downBytesPerSecond', { zh: '下行带宽', en: 'Download bandwidth' }),
  speed('upBytesPerSecond', { zh: '上行带宽', en: 'Upload bandwidth' }),
]
