/** The form of authentication: for all requests of a component, and for one that has its own. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type FormField, type FormItem, type FormValues, valueAt } from '@pone/schema/form.ts'
import type { HttpRequest } from './request.ts'

type AuthKind = HttpRequest['auth']['kind']

const kinds: Readonly<Record<AuthKind, { readonly label: Bilingual; readonly hint: Bilingual }>> = {
  asSet: {
    label: { zh: '按运行设置', en: 'As in the run-time settings' },
    hint: { zh: '与组件的其他请求相同。', en: 'Same as other requests of the component.' },
  },
  none: {
    label: { zh: '无', en: 'None' },
    hint: { zh: '不加 Authorization 头。', en: 'No Authorization header is added.' },
  },
  basic: {
    label: { zh: 'Basic', en: 'Basic' },
    hint: {
      zh: '密码建议放在保密变量中，如 ${password}。',
      en: 'Use a secret variable for the password, for example ${password}.',
    },
  },
  digest: {
    label: { zh: 'Digest', en: 'Digest' },
    hint: {
      zh: '每个用户首次请求会先收到 401，再带上摘要重发；两次都计入发出的请求。',
      en: 'The first request of each user receives 401 and is sent again with the digest; both count as sent.',
    },
  },
  bearer: {
    label: { zh: 'Bearer 令牌', en: 'Bearer token' },
    hint: {
      zh: '令牌可以来自提取器，如 ${token}。',
      en: 'The token can come from an extractor, for example ${token}.',
    },
  },
  oauth2: {
    label: { zh: 'OAuth 2.0 客户端凭据', en: 'OAuth 2.0 client credentials' },
    hint: {
      zh: '令牌由每个压测进程获取一次，所有用户共用，到期前自动更新。',
      en: 'Each engine process requests one token for all its users and renews it before it expires.',
    },
  },
}

const starts: Readonly<Record<AuthKind, FormValues>> = {
  asSet: {},
  none: {},
  basic: { user: '', password: '' },
  digest: { user: '', password: '' },
  bearer: { token: '' },
  oauth2: { tokenUrl: '', clientId: '', clientSecret: '', scope: '', clientAuthentication: 'header' },
}

const isKind = (kind: unknown): kind is AuthKind => typeof kind === 'string' && Object.hasOwn(kinds, kind)

const whileKind = (...isOneOf: AuthKind[]) => ({ name: 'auth.kind', isOneOf })

const credentialFields: readonly FormField[] = [
  {
    name: 'auth.user',
    label: { zh: '用户名', en: 'User name' },
    widget: 'template',
    when: whileKind('basic', 'digest'),
  },
  {
    name: 'auth.password',
    label: { zh: '密码', en: 'Password' },
    widget: 'credential',
    placeholder: '${password}',
    when: whileKind('basic', 'digest'),
  },
  {
    name: 'auth.token',
    label: { zh: '令牌', en: 'Token' },
    widget: 'credential',
    placeholder: '${token}',
    when: whileKind('bearer'),
  },
  {
    name: 'auth.tokenUrl',
    label: { zh: '令牌地址', en: 'Token URL' },
    widget: 'template',
    placeholder: 'https://…/token',
    when: whileKind('oauth2'),
  },
  {
    name: 'auth.clientId',
    label: { zh: '客户端编号', en: 'Client ID' },
    widget: 'template',
    when: whileKind('oauth2'),
  },
  {
    name: 'auth.clientSecret',
    label: { zh: '客户端密钥', en: 'Client secret' },
    widget: 'credential',
    placeholder: '${clientSecret}',
    when: whileKind('oauth2'),
  },
  { name: 'auth.scope', label: { zh: '范围', en: 'Scope' }, widget: 'template', when: whileKind('oauth2') },
  {
    name: 'auth.clientAuthentication',
    label: { zh: '凭据位置', en: 'Send credentials in' },
    hint: {
      zh: '取令牌时客户端编号和密钥的发送方式；多数令牌服务器接受请求头（Basic）。',
      en: 'How client ID and secret are sent when the token is requested. Most token servers accept the request header (Basic).',
    },
    widget: 'choice',
    options: [
      { value: 'header', label: { zh: '请求头', en: 'Request header' } },
      { value: 'body', label: { zh: '请求体', en: 'Request body' } },
    ],
    when: whileKind('oauth2'),
  },
]

/** The fields of `auth`; a request may leave it to the run-time settings. */
export const authFields = (label: Bilingual, mayBeAsSet: boolean): FormItem[] => [
  {
    name: 'auth',
    label,
    hint: values => {
      const kind = valueAt(values, 'auth.kind')
      return isKind(kind) ? kinds[kind].hint : null
    },
    widget: 'variant',
    by: 'kind',
    look: 'list',
    options: Object.entries(kinds)
      .filter(([kind]) => mayBeAsSet || kind !== 'asSet')
      .map(([value, { label }]) => ({ value, label })),
    starts,
  },
  ...credentialFields,
]
