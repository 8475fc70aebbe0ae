/** Verification codes: a picture, good for one answer within five minutes. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import { captchaLifeMs } from '@pone/contract/limits.ts'
import svgCaptcha from 'svg-captcha'
import type { Clock } from '../../adapters/clock.ts'
import type { CaptchaRepository } from './captcha.repository.ts'

export interface CaptchaService {
  create(): Promise<{ captchaId: string; svg: string }>
  /** Uses the code up, right or wrong. @throws AppError CaptchaWrong */
  check(answer: { captchaId: string; captchaCode: string }): Promise<void>
}

export interface CaptchaDependencies {
  readonly repository: CaptchaRepository
  readonly clock: Clock
  /** Accepted besides the drawn code; browser tests set it. */
  readonly fixedCode?: string | undefined
}

export function createCaptchaService({ repository, clock, fixedCode }: CaptchaDependencies): CaptchaService {
  return {
    create: async () => {
      const { text, data } = svgCaptcha.create({
        size: 4,
        noise: 2,
        ignoreChars: '0oO1iIlLqg9',
        color: true,
        width: 120,
        height: 40,
        fontSize: 44,
      })
      const id = randomUUID()
      const now = clock()
      await repository.insert({ id, code: text.toLowerCase(), expires_at: now + captchaLifeMs }, now)
      return { captchaId: id, svg: data }
    },
    check: async ({ captchaId, captchaCode }) => {
      const captcha = await repository.take(captchaId)
      const given = captchaCode.trim().toLowerCase()
      if (captcha === undefined || captcha.expires_at <= clock()) throw new AppError('CaptchaWrong')
      if (given !== captcha.code && given !== fixedCode?.toLowerCase()) throw new AppError('CaptchaWrong')
    },
  }
}
