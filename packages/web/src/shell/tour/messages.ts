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
    'A component holds the requests, checkpoints and parameters of one user. Create one, paste cURL, or import it.',
  ),
  'tour.trial': text('调试组件', 'Try it once'),
  'tour.trialText': text(
    '打开组件后执行一次调试，查看每个请求和响应，确认无误再加压。',
    'Open the component and run it once: you see every request and response before there is any load.',
  ),
  'tour.scenario': text('创建场景并执行', 'Create a scenario and run it'),
  'tour.scenarioText': text(
    '场景绑定组件，并设置用户数、爬坡、时长和 SLA，然后执行。',
    'A scenario binds components and sets users, ramp-up, duration and SLA. Then run it.',
  ),
  'tour.report': text('查看报告', 'Read the report'),
  'tour.reportText': text(
    '每次执行都在执行记录中；执行结束后自动生成报告，可与以前的执行对比。',
    'Every run is an execution record; its report is made when it ends and can be compared with earlier runs.',
  ),
} as const
