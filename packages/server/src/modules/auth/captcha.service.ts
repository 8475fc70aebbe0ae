/** Verification codes: a picture, good for one answer within five minutes; an obstacle that nothing relies on (decision 031). */
import { randomInt, randomUUID } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import { captchaLifeMs } from '@pone/schema/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import { captchaCharacters } from './captcha/glyphs.ts'
import { captchaPng } from './captcha/picture.ts'
import type { CaptchaRepository } from './captcha.repository.ts'

export interface CaptchaService {
  /** The picture is a PNG in base64. */
  create(): Promise<{ captchaId: string; png: string }>
  /** Uses the code up, right or wrong. @throws AppError CaptchaWrong */
  check(answer: { captchaId: string; captchaCode: string }): Promise<void>
}

export interface CaptchaDependencies {
  readonly repository: CaptchaRepository
  readonly clock: Clock
  /** Accepted besides the drawn code; browser tests set it. */
  readonly fixedCode?: string | undefined
}

const codeLength = 4

export function createCaptchaService({ repository, clock, fixedCode }: CaptchaDependencies): CaptchaService {
  return {
    create: async () => {
      const pick = () => captchaCharacters[randomInt(captchaCharacters.length)] ?? ''
      const code = Array.from({ length: codeLength }, pick).join('')
      const id = randomUUID()
      const now = clock()
      await repository.insert({ id, code: code.toLowerCase(), expires_at: now + captchaLifeMs }, now)
      return { captchaId: id, png: captchaPng(code).toString('base64') }
    },
    check: async ({ captchaId, captchaCode }) => {
      const captcha = await repository.take(captchaId)
      const given = captchaCode.trim().toLowerCase()
      if (captcha === undefined || captcha.expires_at <= clock()) throw new AppError('CaptchaWrong')
      if (given !== captcha.code && given !== fixedCode?.toLowerCase()) throw new AppError('CaptchaWrong')
    },
  }
}
