/** Rules for the bodies of requests: JSON that is JSON, and files that exist. */

import type { ReportProblem } from '@pone/schema/protocol.ts'
import type { HttpBody } from './request.ts'

/** Checks a body; `attachmentIds` holds the files that exist, undefined when nobody knows. */
export function checkBody(
  body: HttpBody,
  attachmentIds: ReadonlySet<string> | undefined,
  report: ReportProblem,
): void {
  const checkFile = (id: string, field: string) => {
    if (id === '') report(field, 'noBodyFile')
    else if (attachmentIds?.has(id) === false) report(field, 'missingBodyFile')
  }
  switch (body.kind) {
    case 'json':
      return checkJson(body.text, 'body.text', report)
    case 'graphql':
      return checkJson(body.variables, 'body.variables', report)
    case 'binary':
      return checkFile(body.fileId, 'body.fileId')
    case 'multipart':
      for (const [index, field] of body.fields.entries()) {
        if (field.kind === 'file' && field.enabled) checkFile(field.fileId, `body.fields.${index}.fileId`)
      }
  }
}

function checkJson(text: string, field: string, report: ReportProblem): void {
  if (text.trim() === '') return
  try {
    JSON.parse(text.replaceAll(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '0'))
  } catch (error) {
    report(field, 'badJson', { reason: error instanceof Error ? error.message : '' })
  }
}
