/** Texts of errors and of values that many pages show, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const libMessages = {
  'error.network.offline': text(
    '无法连接服务器，请检查网络，或确认服务器已启动',
    'The server cannot be reached. Check the network and whether the server is running',
  ),
  'connection.down': text('无法连接服务器 {{server}}', 'Server {{server}} cannot be reached'),
  'connection.kept': text(
    '页面上的内容不会丢失，恢复后会自动继续。',
    'The content of this page is not lost. Work continues automatically when the connection is restored.',
  ),
  'connection.waiting': text('待发送的请求：{{calls}}', 'Requests waiting to be sent: {{calls}}'),
  'connection.next': text('{{seconds}} 秒后重试', 'Retrying in {{seconds}} s'),
  'connection.trying': text('正在重试…', 'Retrying…'),
  'connection.retry': text('立即重试', 'Retry now'),
  'connection.back': text('已恢复与服务器的连接', 'Connection to the server restored'),
  'error.network.timeout': text(
    '服务器超过 10 分钟没有响应，请稍后重试',
    'The server did not respond within 10 minutes. Try again later',
  ),
  'error.network.unreadable': text(
    '服务器返回的内容无法识别，请刷新页面后重试',
    'The response of the server is not valid. Reload the page and try again',
  ),
  'error.unexpected': text(
    '页面出现意外错误，请刷新后重试',
    'An unexpected error occurred on this page. Reload it and try again',
  ),
  'error.fileGone': text(
    '文件在选择之后被修改、移动或删除，请重新选择',
    'The file was modified, moved or deleted after you selected it. Select it again',
  ),
  'copy.done': text('已复制', 'Copied'),
  'copy.failed': text(
    '复制失败，当前浏览器不支持复制，请选中文字后手动复制',
    'Copying failed: the browser does not support it. Select the text and copy it manually',
  ),
  'user.account': text('账号', 'Account'),
  'user.realName': text('姓名', 'Name'),
  'user.email': text('邮箱', 'E-mail'),
  'user.phone': text('电话', 'Phone'),
  'user.organisation': text('单位', 'Organisation'),
  'role.projectManager': text('项目经理', 'Project manager'),
  'role.tester': text('测试人员', 'Tester'),
  'role.testLeader': text('测试组长', 'Test leader'),
  'role.developmentLeader': text('开发组长', 'Development leader'),
  'role.developmentEngineer': text('开发工程师', 'Development engineer'),
} as const
