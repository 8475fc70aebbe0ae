/** The catalogue of notices: conditions of the installation that an administrator has to know of and can end; shown on the administrator's home page. */
import { z } from 'zod'
import type { Bilingual } from './call.ts'
import type { Language } from './errors.ts'

/** `warning`: the installation works, at a risk. `error`: something does not work, or will stop soon. */
const severities = ['error', 'warning'] as const

interface NoticeEntry {
  readonly severity: (typeof severities)[number]
  /** What the condition is. */
  readonly title: Bilingual
  /** What follows from it, and what ends it. */
  readonly text: Bilingual
}

/** `{name}` in a text is replaced by the parameter of that name. */
export const noticeCatalogue = {
  fixedCaptcha: {
    severity: 'warning',
    title: {
      zh: '验证码被设为固定值',
      en: 'The verification code is fixed',
    },
    text: {
      zh: '环境变量 PONE_CAPTCHA_FIXED 使一个固定的验证码始终有效，程序可以不看图片就尝试登录和注册。它只用于测试：请删除该变量并重启服务器。',
      en: 'PONE_CAPTCHA_FIXED makes one verification code valid always, so a program can try to sign in and to register without reading a picture. It is for tests only: remove the variable and restart the server.',
    },
  },
  registrationsWaiting: {
    severity: 'warning',
    title: {
      zh: '{count} 个注册的账号等待批准',
      en: 'Accounts that wait for approval: {count}',
    },
    text: {
      zh: '申请人在批准之前不能登录。请在用户管理中批准或拒绝。',
      en: 'Who registered them cannot sign in before. Approve or refuse them on the user page.',
    },
  },
} as const satisfies Record<string, NoticeEntry>

export type NoticeId = keyof typeof noticeCatalogue
const noticeIds = Object.keys(noticeCatalogue) as [NoticeId, ...NoticeId[]]

export const noticeSchema = z.object({
  id: z.enum(noticeIds),
  severity: z.enum(severities),
  /** Fill the holes of title and text. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Notice = z.infer<typeof noticeSchema>

/** Title and text of a notice in one language, parameters filled in. */
export function noticeWords({ id, params }: Notice, language: Language): { title: string; text: string } {
  const fill = (words: Bilingual): string =>
    words[language].replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
  const { title, text } = noticeCatalogue[id]
  return { title: fill(title), text: fill(text) }
}
