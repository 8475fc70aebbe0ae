/** What the checks of steps that send and wait for messages report. */
import type { CheckContext, ProblemText, ReportProblem } from '@pone/schema/protocol.ts'
import type { MessageMatch } from './operation.ts'

export const messageProblems = {
  noMessageFile: { zh: '请选择要发送的文件', en: 'Select the file to send' },
  missingMessageFile: {
    zh: '要发送的文件不存在或已被删除，请重新选择',
    en: 'The file to send does not exist or has been deleted. Select another one',
  },
  emptyMatch: { zh: '请填写要等待的内容', en: 'Enter what to wait for' },
} as const satisfies Record<string, ProblemText>

/** Checks the file that a message is made of. */
export function checkMessageFile(
  { content, fileId }: { readonly content: string; readonly fileId: string },
  report: ReportProblem,
  { attachmentIds }: CheckContext,
): void {
  if (content !== 'file') return
  if (fileId === '') report('fileId', 'noMessageFile')
  else if (attachmentIds?.has(fileId) === false) report('fileId', 'missingMessageFile')
}

/** Checks which messages are meant. */
export function checkMatch({ source, expression }: MessageMatch, report: ReportProblem): void {
  if (source !== 'any' && expression === '') report('match.expression', 'emptyMatch')
}
