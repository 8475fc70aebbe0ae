/** Why a request could not be passed on, in words for whoever sees it in the browser. */
import { errorText } from '@pone/schema/error-text.ts'
import { LeadsBack, type Target } from './target.ts'
import { ConnectTimedOut } from './upstream.ts'

export interface PassingFault {
  readonly status: 403 | 502 | 504 | 508
  readonly zh: string
  readonly en: string
}

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID)/

export function faultOf(cause: unknown, { host, port }: Target): PassingFault {
  const place = `${host}:${port}`
  if (cause instanceof LeadsBack)
    return {
      status: 508,
      zh: '请求的目标是录制代理或 Pone 自身',
      en: 'The request leads back to the recording proxy or to Pone itself',
    }
  if (cause instanceof ConnectTimedOut)
    return { status: 504, zh: `${place} 未在时限内响应`, en: `${place} did not answer in time` }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (certificateCodes.test(code))
    return {
      status: 502,
      zh: `${place} 的证书无法验证（${code}）。若确认可信，请在开始录制时选择“接受无法验证的证书”`,
      en: `The certificate of ${place} cannot be verified (${code}). If you trust it, start the recording so that such certificates are accepted`,
    }
  // Thrown by the wall of addresses, which the proxy does not know by its class.
  if (cause instanceof Error && cause.constructor.name === 'AddressNotAllowed')
    return {
      status: 403,
      zh: `不允许访问 ${host}：这是内网地址，且管理员未放行`,
      en: `${host} may not be reached: it is a private address that the administrator has not allowed`,
    }
  return {
    status: 502,
    zh: `无法连接 ${place}：${code || errorText(cause)}`,
    en: `${place} cannot be reached: ${code || errorText(cause)}`,
  }
}
