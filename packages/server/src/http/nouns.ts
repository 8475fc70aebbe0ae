/** Words for the things that calls are about; a parameter `what` of an error is looked up here. */
import type { Bilingual } from '@pone/contract/call.ts'

export const nouns: Readonly<Record<string, Bilingual>> = {
  project: { zh: '项目', en: 'The project' },
  projectTemplate: { zh: '项目模板', en: 'The project template' },
  user: { zh: '用户', en: 'The user' },
  member: { zh: '项目成员', en: 'The project member' },
  role: { zh: '角色', en: 'The role' },
  component: { zh: '组件', en: 'The component' },
  componentFolder: { zh: '目录', en: 'The folder' },
  node: { zh: '节点', en: 'The node' },
  attachment: { zh: '文件', en: 'The file' },
  parameterFile: { zh: '参数文件', en: 'The parameter file' },
  scenario: { zh: '场景', en: 'The scenario' },
  scenarioSet: { zh: '场景集', en: 'The scenario set' },
  loadMachine: { zh: '压力机', en: 'The load machine' },
  controller: { zh: '控制机', en: 'The controller' },
  joinToken: { zh: '接入令牌', en: 'The join token' },
  cluster: { zh: '集群', en: 'The cluster' },
  task: { zh: '任务', en: 'The task' },
  taskSet: { zh: '任务集', en: 'The task set' },
  execution: { zh: '任务集的执行', en: 'The execution of the task set' },
  schedule: { zh: '执行计划', en: 'The schedule' },
  run: { zh: '执行记录', en: 'The execution record' },
  report: { zh: '报告', en: 'The report' },
  licence: { zh: '许可证', en: 'The licence' },
  debug: { zh: '独立执行', en: 'The standalone execution' },
}
