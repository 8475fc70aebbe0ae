/** Rules for authentication: what no server could accept; what holds `${}` can only be judged at run time. */

import type { ReportProblem } from '@pone/schema/protocol.ts'
import type { HttpAuth, HttpRequest } from './request.ts'

const isTemplate = (text: string) => text.includes('${')

/** Checks the authentication of a request or of the settings; `field` is its path. */
export function checkAuth(auth: HttpAuth | HttpRequest['auth'], field: string, report: ReportProblem): void {
  switch (auth.kind) {
    case 'basic':
      // The first colon ends the name. RFC 7617 §2
      if (auth.user === '') report(`${field}.user`, 'emptyCredential')
      else if (!isTemplate(auth.user) && auth.user.includes(':')) report(`${field}.user`, 'colonInUser')
      return
    case 'digest':
      if (auth.user === '') report(`${field}.user`, 'emptyCredential')
      return
    case 'bearer':
      if (auth.token.trim() === '') report(`${field}.token`, 'emptyCredential')
      return
    case 'oauth2': {
      const url = auth.tokenUrl.trim()
      const isValid = isTemplate(url) || (/^https?:\/\//i.test(url) && URL.canParse(url))
      if (!isValid) report(`${field}.tokenUrl`, 'badTokenUrl', { url })
      if (auth.clientId === '') report(`${field}.clientId`, 'emptyCredential')
    }
  }
}
