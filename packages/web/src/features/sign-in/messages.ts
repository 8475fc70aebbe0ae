/** Texts of sign-in and registration, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const signInMessages = {
  'signIn.title': text('登录', 'Sign in'),
  'signIn.adminTitle': text('管理员登录', 'Administrator sign-in'),
  'signIn.claim': text('性能测试与监控平台', 'Performance testing and monitoring platform'),
  'signIn.claimText': text(
    '设计脚本与场景，实时观察每一秒，用一份报告说清系统能承受多少。',
    'Design scripts and scenarios, watch every second live, and see in one report how much load a system can handle.',
  ),
  'signIn.password': text('密码', 'Password'),
  'signIn.code': text('验证码', 'Verification code'),
  'signIn.refreshCode': text('看不清？点击换一张', 'Hard to read? Click to get a new code'),
  'signIn.codeMissing': text('验证码没有加载，点击重试', 'The code could not be loaded. Click to retry'),
  'signIn.wait': text('{{seconds}} 秒后可重试', 'Try again in {{seconds}} s'),
  'signIn.remember': text('在此设备上保持登录', 'Keep me signed in on this device'),
  'signIn.toRegister': text('注册账号', 'Register'),
  'signIn.toAdmin': text('管理员登录', 'Administrator sign-in'),
  'signIn.toUser': text('返回用户登录', 'User sign-in'),
  'register.title': text('注册账号', 'Register'),
  'register.userStep': text('用户信息', 'User information'),
  'register.tenantStep': text('租户信息', 'Tenant information'),
  'register.doneStep': text('完成', 'Done'),
  'register.passwordAgain': text('确认密码', 'Confirm password'),
  'register.accountTaken': text(
    '账号已存在，请换一个',
    'This account name is already in use; enter another one',
  ),
  'register.tenantText': text(
    '本系统为单位内部部署，所有用户属于同一个租户，无需另外创建。可以填写您所在的单位或部门，方便项目经理找到您。',
    'This is an internal installation with a single tenant; you do not need to create one. You can enter your company or department, so that project managers can find you.',
  ),
  'register.organisation': text('单位或部门（选填）', 'Company or department (optional)'),
  'register.submit': text('完成注册', 'Register'),
  'register.doneTitle': text('注册成功', 'Registration successful'),
  'register.doneText': text(
    '账号 {{account}} 已创建。登录后可以新建项目，或请项目经理把您加入已有项目。',
    'Account {{account}} has been created. After signing in, you can create a project or ask a project manager to add you to an existing one.',
  ),
  'register.approvalText': text(
    '注册后需要管理员批准，批准之前不能登录。',
    'An administrator must approve the account before you can sign in.',
  ),
  'register.waitingTitle': text('已提交，等待批准', 'Submitted, pending approval'),
  'register.waitingText': text(
    '账号 {{account}} 已创建，管理员批准后即可登录。请联系管理员，系统不会发送通知。',
    'Account {{account}} has been created. You can sign in after an administrator has approved it. No notification is sent; contact an administrator.',
  ),
  'register.toSignIn': text('去登录', 'Sign in'),
  'register.haveAccount': text('已有账号，去登录', 'Already registered? Sign in'),
  'register.closed': text('此系统未开放注册', 'Registration is disabled'),
  'register.closedText': text(
    '请联系管理员为您创建账号。',
    'Ask an administrator to create an account for you.',
  ),
} as const
