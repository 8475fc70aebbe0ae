/** Rules for a request: its address, headers, body, authentication and expected statuses. */
import type { CheckContext, ReportProblem } from '@pone/schema/protocol.ts'
import { checkAuth } from './auth-rules.ts'
import { checkBody } from './body-rules.ts'
import type { HttpRequest } from './request.ts'
import type { HttpSettings } from './settings.ts'

const isTemplate = (text: string) => text.includes('${')
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Checks a request. */
export function checkRequest(
  http: HttpRequest,
  report: ReportProblem,
  context: CheckContext<HttpSettings>,
): void {
  checkAddress(http, context.settings.baseUrl, report)
  checkBody(http.body, context.attachmentIds, report)
  checkAuth(http.auth, 'auth', report)
  for (const [index, header] of http.headers.entries()) {
    if (header.enabled && header.name !== '' && !isTemplate(header.name) && !headerName.test(header.name)) {
      report(`headers.${index}.name`, 'badHeaderName', { name: header.name })
    }
  }
  for (const range of http.expectedStatuses.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number)
    if (to < from) report('expectedStatuses', 'badStatuses', { range: range.trim() })
  }
}

function checkAddress(http: HttpRequest, baseUrl: string, report: ReportProblem): void {
  const url = http.url.trim()
  if (url === '') return report('url', 'emptyUrl')
  if (url.startsWith('${')) return
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    const isValid = /^https?:\/\//i.test(url) && (isTemplate(url) || URL.canParse(url))
    if (!isValid) report('url', 'badUrl', { url })
  } else if (baseUrl.trim() === '') report('url', 'noBaseUrl', { url })
}

/** Checks the base address of the settings. */
export function checkBaseUrl(text: string, report: ReportProblem): void {
  const baseUrl = text.trim()
  if (baseUrl === '' || baseUrl.startsWith('${')) return
  const isValid = /^https?:\/\/./i.test(baseUrl) && (isTemplate(baseUrl) || URL.canParse(baseUrl))
  if (!isValid) report('baseUrl', 'badBaseUrl')
}
