/** Texts of the administrator's home page, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const adminHomeMessages = {
  'adminHome.title': text('平台概况', 'Overview'),
  'adminHome.notices': text('需要处理', 'Needs attention'),
  'adminHome.noticeError': text('错误', 'Error'),
  'adminHome.noticeWarning': text('警告', 'Warning'),
  'adminHome.toNotice': text('前往处理', 'Open the page'),
  'adminHome.users': text('用户', 'Users'),
  'adminHome.usersNote': text('在线 {{online}}，锁定 {{locked}}', '{{online}} online, {{locked}} locked'),
  'adminHome.projects': text('项目', 'Projects'),
  'adminHome.projectsNote': text(
    '进行中 {{inProgress}}，未实施 {{notImplemented}}，已归档 {{archived}}',
    '{{inProgress}} in progress, {{notImplemented}} not started, {{archived}} archived',
  ),
  'adminHome.activeRuns': text('正在执行', 'Active runs'),
  'adminHome.activeRunsNote': text('共 {{users}} 个虚拟用户', '{{users}} virtual users'),
  'adminHome.capacity': text('可用虚拟用户', 'Free virtual users'),
  'adminHome.capacityNote': text(
    '总量 {{total}}，在线压力机 {{online}} / {{machines}}',
    'of {{total}}; {{online}} of {{machines}} machines online',
  ),
  'adminHome.database': text('数据库', 'Database'),
  'adminHome.runsPerDay': text('近 14 天执行次数', 'Runs of the last 14 days'),
  'adminHome.noRuns': text('还没有执行过任务', 'Nothing has been run yet'),
  'adminHome.machines': text('压力机', 'Load machines'),
  'adminHome.noMachines': text('还没有压力机接入', 'No load machine has joined yet'),
  'adminHome.nothingActive': text('没有正在执行的任务', 'Nothing is running'),
  'adminHome.scenario': text('场景', 'Scenario'),
  'adminHome.project': text('项目', 'Project'),
  'adminHome.state': text('状态', 'State'),
  'adminHome.startedAt': text('开始时间', 'Started'),
  'adminHome.virtualUsers': text('虚拟用户', 'Virtual users'),
  'adminHome.machine': text('名称', 'Name'),
  'adminHome.online': text('在线', 'Online'),
  'adminHome.offline': text('离线', 'Offline'),
  'adminHome.remaining': text('剩余 / 最大用户', 'Free / most users'),
} as const
