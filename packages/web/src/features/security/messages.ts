/** Texts of the security settings, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const securityMessages = {
  'security.accounts': text('注册与密码', 'Registration and passwords'),
  'security.registration': text('注册方式', 'Registration mode'),
  'security.registration.open': text('开放', 'Open'),
  'security.registration.openText': text(
    '能打开登录页的任何人都可以注册并立即登录。',
    'Anyone who can open the sign-in page can register and sign in immediately.',
  ),
  'security.registration.approval': text('需要批准', 'Approval required'),
  'security.registration.approvalText': text(
    '能打开登录页的任何人都可以申请，由管理员在用户管理中批准后才能登录。',
    'Anyone who can open the sign-in page can register. An administrator must approve the account on the Users page before it can sign in.',
  ),
  'security.registration.closed': text('关闭', 'Disabled'),
  'security.registration.closedText': text(
    '只有管理员可以创建账号。',
    'Only administrators can create accounts.',
  ),
  'security.passwords': text('密码', 'Passwords'),
  'security.minLength': text('最短位数', 'Minimum length'),
  'security.maxLength': text('最长位数', 'Maximum length'),
  'security.lengthsText': text(
    '默认 6 至 12 位，最多 128 位。新规则从下次设置密码起生效，现有密码不受影响。',
    'Default: 6 to 12 characters; up to 128. New rules apply when a password is set the next time; existing passwords are not affected.',
  ),
  'security.kindsText': text(
    '密码须同时包含字母、数字和特殊字符，不能与账号相同，也不能是常见密码。',
    'A password must contain letters, digits and special characters. It must not be the account name or a common password.',
  ),
  'security.lengthOrder': text(
    '最长位数不能小于最短位数',
    'The maximum length must not be less than the minimum length',
  ),
} as const
