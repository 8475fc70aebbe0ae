/** Texts of errors of signing in, accounts, passwords and API tokens (specification section 8). */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const sessionErrorTexts = {
  LoginTimeout: { zh: '登录信息已过期，请重新登录', en: 'Login information expired, please log in again' },
  LoginRepeat: { zh: '账号已在其他地方登录', en: 'Account logged in elsewhere' },
  AccountLocked: {
    zh: '账号已被锁定，{unlockAt} 后自动解锁，或请管理员解锁',
    en: 'Account locked until {unlockAt}. Wait, or ask an administrator to unlock it',
  },
  AccountLockedByAdministrator: {
    zh: '账号已被管理员锁定，请联系管理员解锁',
    en: 'The account was locked by an administrator. Contact an administrator to unlock it',
  },
  SignInDelayed: {
    zh: '登录尝试过于频繁，请 {seconds} 秒后再试',
    en: 'Too many sign-in attempts. Try again in {seconds} s',
  },
  AccountWaiting: {
    zh: '账号正在等待管理员批准，批准后即可登录',
    en: 'The account is pending approval by an administrator. You can sign in after approval',
  },
  RegistrationFull: {
    zh: '等待批准的账号过多，请联系管理员处理后再注册',
    en: 'Too many accounts are pending approval. Contact an administrator before you register',
  },
  RegistrationClosed: {
    zh: '当前未开放注册，请联系管理员开通账号',
    en: 'Registration is disabled. Ask an administrator to create an account for you',
  },
  AccountExists: {
    zh: '账号 {account} 已存在，请换一个',
    en: 'Account {account} already exists. Enter another one',
  },
  LoginFailed: {
    zh: '账号或密码错误，还可尝试 {remaining} 次',
    en: 'Wrong account or password. Attempts left: {remaining}',
  },
  CaptchaWrong: {
    zh: '验证码错误或已过期，请重新输入',
    en: 'The verification code is wrong or has expired. Enter the new code',
  },
  OldPasswordWrong: { zh: '原密码错误', en: 'The current password is wrong' },
  PasswordMismatch: { zh: '两次输入的密码不一致！', en: 'The passwords entered twice are inconsistent!' },
  PasswordUnchanged: {
    zh: '新密码不能与原密码相同',
    en: 'The new password must differ from the current one',
  },
  PasswordRule: {
    zh: '密码为 {min} 至 {max} 位，须同时包含字母、数字和特殊字符，不能有空格',
    en: '{min} to {max} characters; must contain letters, digits and special characters; no spaces',
  },
  PasswordIsAccount: {
    zh: '密码不能与账号相同，请换一个',
    en: 'The password must not be the account name. Enter another one',
  },
  PasswordCommon: {
    zh: '这是常见的密码，容易被猜到，请换一个',
    en: 'This password is common and easy to guess. Enter another one',
  },
  PasswordLengths: {
    zh: '最长位数不能小于最短位数',
    en: 'The maximum length must not be less than the minimum length',
  },
  PasswordMustChange: { zh: '请先修改初始密码', en: 'Change the initial password first' },
  ApiTokenUnknown: {
    zh: 'API 令牌无效，请检查是否完整，或创建新的令牌',
    en: 'Invalid API token. Check that it is complete, or create a new token',
  },
  ApiTokenExpired: {
    zh: 'API 令牌“{name}”已于 {expiredAt} 到期，请创建新的令牌',
    en: 'API token “{name}” expired at {expiredAt}. Create a new token',
  },
  ApiTokenRevoked: {
    zh: 'API 令牌“{name}”已被吊销，请创建新的令牌',
    en: 'API token “{name}” has been revoked. Create a new token',
  },
  ApiTokenAlreadyRevoked: {
    zh: 'API 令牌“{name}”已被吊销',
    en: 'API token “{name}” has already been revoked',
  },
  ApiTokenRefused: {
    zh: 'API 令牌不能用于此接口，请用账号登录',
    en: 'API tokens cannot be used for this call. Sign in with your account',
  },
  FunctionNotHeld: {
    zh: '您在此项目中没有“{function}”权限，不能授予令牌',
    en: 'You do not have the permission “{function}” in this project and cannot grant it to a token',
  },
  TooManyApiTokens: {
    zh: '每人最多 {limit} 个有效的 API 令牌，请先吊销不用的',
    en: 'At most {limit} valid API tokens per user. Revoke unused tokens first',
  },
} as const satisfies Catalogue
