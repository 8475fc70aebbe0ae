/** Texts of errors about the deployment of agents. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const deploymentErrorTexts = {
  HostNotOffline: {
    zh: '主机“{host}”不是离线状态，不能删除；请先停止或卸载它的 Agent',
    en: 'Host “{host}” is not offline and cannot be deleted. Stop or uninstall its agent first',
  },
  HostExists: {
    zh: '主机“{host}”已使用地址 {address} 和 SSH 端口 {port}，请直接编辑该主机',
    en: 'Host “{host}” already uses address {address} and SSH port {port}. Edit that host instead',
  },
  HostBusy: {
    zh: '主机“{host}”有正在执行或等待的操作，请先取消或等待完成',
    en: 'Host “{host}” has executing or waiting operations. Cancel them or wait until they end',
  },
  HostUnreachable: { zh: '无法完成：{detail}', en: 'Operation not possible: {detail}' },
  AgentTaken: {
    zh: '该 Agent 已属于主机“{host}”',
    en: 'This agent already belongs to host “{host}”',
  },
  ConfigFileChanged: {
    zh: '文件在您编辑期间已被修改，请对比后再保存',
    en: 'The file was changed while you were editing. Compare before you save',
  },
} as const satisfies Catalogue
