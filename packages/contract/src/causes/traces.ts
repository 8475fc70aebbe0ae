/** Why the spans of a trace could not be read from the tracing system, and what to do. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const traceCauses = {
  tracePrivateAddress: {
    zh: '{host} 是内网地址，服务器不会访问。如需允许，由服务器管理员在环境变量 PONE_TRACING_ADDRESSES 中加入该地址或网段',
    en: '{host} is a private address, which the server does not open. To allow it, the administrator of the server adds the address or its subnet to the environment variable PONE_TRACING_ADDRESSES',
  },
  traceTimedOut: {
    zh: '调用链追踪系统在 {seconds} 秒内没有响应，请检查地址、防火墙以及系统是否正常',
    en: 'The tracing system did not respond within {seconds} s. Check the address, the firewall and the system',
  },
  traceConnection: {
    zh: '无法连接调用链追踪系统，请检查地址、端口以及系统是否运行',
    en: 'The tracing system cannot be reached. Check address and port, and whether the system is running',
  },
  traceNoAddress: {
    zh: '主机名 {host} 无法解析，请检查拼写和 DNS',
    en: 'The host name {host} cannot be resolved. Check its spelling and DNS',
  },
  traceTls: {
    zh: '无法建立 TLS 连接，请检查地址的协议，以及证书是否受信任、有效并属于该主机名',
    en: 'No TLS connection could be made. Check the scheme of the address, and that the certificate is trusted, valid and issued for the host name',
  },
  traceSignIn: {
    zh: '调用链追踪系统不接受登录（HTTP {status}），请检查用户名、密码或令牌',
    en: 'The tracing system refused the sign-in (HTTP {status}). Check user, password or token',
  },
  traceStatus: {
    zh: '调用链追踪系统返回 HTTP {status}，请检查地址',
    en: 'The tracing system answered with HTTP {status}. Check the address',
  },
  traceAnswer: {
    zh: '响应不是所选调用链追踪系统的格式，请检查系统类型和地址',
    en: 'The answer does not have the format of the selected tracing system. Check its kind and address',
  },
  traceRefused: {
    zh: '调用链追踪系统拒绝了查询',
    en: 'The tracing system refused the query',
  },
  traceTooLarge: {
    zh: '该调用链的数据超过 {megabytes} MiB，没有读取，请在调用链追踪控制台中打开',
    en: 'The trace has more than {megabytes} MiB and was not read. Open it in the tracing console',
  },
  traceBusy: {
    zh: '同时读取的调用链过多，请稍后重试',
    en: 'Too many traces are being read at the same time. Try again later',
  },
  traceSecretLost: {
    zh: '调用链追踪系统的密码或令牌无法解密，请重新填写',
    en: 'Password or token of the tracing system cannot be decrypted. Enter it again',
  },
} as const satisfies Catalogue
