/** Texts of the tour, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const tourMessages = {
  'tour.start': text('新手引导', 'Take the tour'),
  'tour.finish': text('结束引导', 'Finish'),
  'tour.skip': text('跳过', 'Skip'),
  'tour.count': text('第 {{step}} 步，共 {{steps}} 步', 'Step {{step}} of {{steps}}'),
  'tour.component': text('创建组件', 'Create a component'),
  'tour.componentText': text(
    '组件描述一个用户发送的请求、检查点和参数。可以新建，也可以粘贴 cURL 或导入。',
    'A component describes the requests, checkpoints and parameters of one user. Create one, paste a cURL command, or import a file.',
  ),
  'tour.trial': text('调试组件', 'Debug the component'),
  'tour.trialText': text(
    '打开组件后独立执行一次，查看每个请求和响应，确认无误再加压。',
    'Open the component and run it once. Check every request and response before you apply load.',
  ),
  'tour.scenario': text('创建场景并执行', 'Create a scenario and run it'),
  'tour.scenarioText': text(
    '场景绑定组件，并设置用户数、爬坡、时长和 SLA，然后执行。',
    'A scenario combines components with users, ramp-up, duration and SLA rules. Then run it.',
  ),
  'tour.report': text('查看报告', 'View the report'),
  'tour.reportText': text(
    '每次执行都在执行记录中；执行结束后自动生成报告，可与以前的执行对比。',
    'Each run creates an execution record. A report is generated when the run ends and can be compared with earlier runs.',
  ),
} as const
