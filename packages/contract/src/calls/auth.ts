/** Sign-in, registration, the own account. */

import {
  accountSchema,
  done,
  noInput,
  optionalEmailSchema,
  optionalPhoneSchema,
  passwordSchema,
} from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, everyone, signedIn } from '../call.ts'
import { sessionSchema } from '../entities/user.ts'

const captchaShape = { captchaId: z.string(), captchaCode: z.string().trim().min(1).max(16) }
const registration = z.object({
  account: accountSchema,
  password: passwordSchema,
  confirmation: z.string(),
  realName: z.string().trim().min(1).max(64),
  email: optionalEmailSchema.default(''),
  phone: optionalPhoneSchema.default(''),
  organisation: z.string().trim().max(128).default(''),
  ...captchaShape,
})

export const authCalls = {
  captcha: defineCall({
    path: '/auth/captcha',
    summary: { zh: '获取验证码图片', en: 'Get a verification-code picture' },
    permission: everyone,
    input: noInput,
    /** The picture in base64. */
    output: z.object({ captchaId: z.string(), png: z.string() }),
  }),
  login: defineCall({
    path: '/auth/login',
    summary: { zh: '登录', en: 'Sign in' },
    permission: everyone,
    input: z.object({
      account: z.string().trim().min(1).max(64),
      password: z.string().min(1).max(128),
      rememberMe: z.boolean().default(false),
      isAdministrator: z.boolean().default(false),
      /** From the answer to this account's last sign-in in the same browser; others' failures do not lock out a known device. */
      deviceToken: z.string().max(200).default(''),
      ...captchaShape,
    }),
    output: sessionSchema.extend({ deviceToken: z.string() }),
    audit: 'auth.login',
  }),
  logout: defineCall({
    path: '/auth/logout',
    summary: { zh: '退出登录', en: 'Sign out' },
    permission: signedIn,
    input: noInput,
    output: done,
    audit: 'auth.logout',
    allowedBeforePasswordChange: true,
  }),
  session: defineCall({
    path: '/auth/session',
    summary: { zh: '当前会话', en: 'The present session' },
    permission: signedIn,
    input: noInput,
    output: sessionSchema.omit({ token: true }),
    allowedBeforePasswordChange: true,
  }),
  register: defineCall({
    path: '/auth/register',
    summary: { zh: '注册账号', en: 'Register an account' },
    permission: everyone,
    input: registration,
    /** A waiting account cannot sign in before an administrator has approved it. */
    output: z.object({ account: z.string(), isWaiting: z.boolean() }),
    audit: 'auth.register',
  }),
  /** Used while the form is filled in; rate-limited, and refused where registration is closed. */
  checkAccount: defineCall({
    path: '/auth/checkAccount',
    summary: { zh: '检查账号是否可用', en: 'Whether an account name is free' },
    permission: everyone,
    input: z.object({ account: accountSchema }),
    output: z.object({ isFree: z.boolean() }),
  }),
  changePassword: defineCall({
    path: '/auth/changePassword',
    summary: { zh: '修改密码', en: 'Change the own password' },
    permission: signedIn,
    input: z.object({
      current: z.string().min(1).max(128),
      password: passwordSchema,
      confirmation: z.string(),
    }),
    output: done,
    audit: 'auth.changePassword',
    allowedBeforePasswordChange: true,
  }),
  updateProfile: defineCall({
    path: '/auth/updateProfile',
    summary: { zh: '修改个人信息', en: 'Change the own personal information' },
    permission: signedIn,
    input: z.object({
      realName: z.string().trim().min(1).max(64),
      email: optionalEmailSchema,
      phone: optionalPhoneSchema,
      organisation: z.string().trim().max(128),
    }),
    output: sessionSchema.omit({ token: true }),
    audit: 'auth.updateProfile',
  }),
}
