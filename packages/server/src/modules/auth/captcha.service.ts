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

const easilyMistaken = '0oOQ1iIlLqg9jJftrcCuUvVwWsSzZ52xXpP8'
/** Its own background, so that it can be read in dark mode too. */
const paper = '<rect width="100%" height="100%" fill="#fff"/>'

export function createCaptchaService({ repository, clock, fixedCode }: CaptchaDependencies): CaptchaService {
  return {
    create: async () => {
      // Grey: the colours that the package draws in are too pale to be read by everyone.
      const { text, data } = svgCaptcha.create({
        size: 4,
        noise: 2,
        ignoreChars: easilyMistaken,
        color: false,
        width: 120,
        height: 40,
        fontSize: 48,
      })
      const id = randomUUID()
      const now = clock()
      await repository.insert({ id, code: text.toLowerCase(), expires_at: now + captchaLifeMs }, now)
      return { captchaId: id, svg: data.replace(/<svg[^>]*>/, `$&${paper}`) }
    },
    check: async ({ captchaId, captchaCode }) => {
      const captcha = await repository.take(captchaId)
      const given = captchaCode.trim().toLowerCase()
      if (captcha === undefined || captcha.expires_at <= clock()) throw new AppError('CaptchaWrong')
      if (given !== captcha.code && given !== fixedCode?.toLowerCase()) throw new AppError('CaptchaWrong')
    },
  }
}
