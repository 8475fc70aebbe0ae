/** Texts of sign-in and registration, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const signInMessages = {
  'signIn.title': text('登录', 'Sign in'),
  'signIn.adminTitle': text('管理员登录', 'Administrator sign-in'),
  'signIn.claim': text('性能测试与监控平台', 'Performance testing and monitoring'),
  'signIn.claimText': text(
    '设计脚本与场景，实时观察每一秒，用一份报告说清系统能承受多少。',
    'Design the load, watch every second of it, and read one report that says how much the system can take.',
  ),
  'signIn.password': text('密码', 'Password'),
  'signIn.code': text('验证码', 'Verification code'),
  'signIn.refreshCode': text('看不清？点击换一张', 'Hard to read? Click for another one'),
  'signIn.codeMissing': text('验证码没有加载，点击重试', 'The code did not load, click to retry'),
  'signIn.wait': text('{{seconds}} 秒后可重试', 'Try again in {{seconds}} s'),
  'signIn.remember': text('在此设备上保持登录', 'Keep me signed in on this device'),
  'signIn.toRegister': text('注册账号', 'Register'),
  'signIn.toAdmin': text('管理员登录', 'Administrator sign-in'),
  'signIn.toUser': text('返回用户登录', 'User sign-in'),
  'register.title': text('注册账号', 'Register'),
  'register.userStep': text('用户信息', 'Your account'),
  'register.tenantStep': text('租户信息', 'Organisation'),
  'register.doneStep': text('完成', 'Done'),
  'register.passwordAgain': text('确认密码', 'Repeat the password'),
  'register.accountTaken': text('账号已存在，请换一个', 'This account exists already, choose another one'),
  'register.tenantText': text(
    '本系统为单位内部部署，所有用户属于同一个租户，无需另外创建。可以填写您所在的单位或部门，方便项目经理找到您。',
    'This installation serves one organisation: everybody belongs to it, there is no tenant to create. Name your company or department so that project managers find you.',
  ),
  'register.organisation': text('单位或部门（选填）', 'Company or department (optional)'),
  'register.submit': text('完成注册', 'Register'),
  'register.doneTitle': text('注册成功', 'You are registered'),
  'register.doneText': text(
    '账号 {{account}} 已创建。登录后可以新建项目，或请项目经理把您加入已有项目。',
    'The account {{account}} is ready. Sign in to create a project, or ask a project manager to add you to one.',
  ),
  'register.approvalText': text(
    '注册后需要管理员批准，批准之前不能登录。',
    'An administrator has to approve the account before you can sign in.',
  ),
  'register.waitingTitle': text('已提交，等待批准', 'Registered, waiting for approval'),
  'register.waitingText': text(
    '账号 {{account}} 已创建，管理员批准后即可登录。请联系管理员，系统不会发送通知。',
    'The account {{account}} is made; you can sign in once an administrator has approved it. Ask one: no notice is sent.',
  ),
  'register.toSignIn': text('去登录', 'Sign in'),
  'register.haveAccount': text('已有账号，去登录', 'I have an account'),
  'register.closed': text('此系统未开放注册', 'Registration is closed'),
  'register.closedText': text('请联系管理员为您创建账号。', 'Ask an administrator for an account.'),
} as const
