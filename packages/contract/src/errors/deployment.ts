/** Texts of errors about the deployment of agents. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const deploymentErrorTexts = {
  HostNotOffline: {
    zh: '主机“{host}”不是离线状态，不能删除；请先停止或卸载它的 Agent',
    en: 'Host “{host}” is not offline and cannot be deleted; stop or uninstall its agent first',
  },
  HostExists: {
    zh: '主机“{host}”已使用地址 {address} 和 SSH 端口 {port}，请直接编辑该主机',
    en: 'The host “{host}” has the address {address} and the SSH port {port} already; edit that one',
  },
  HostBusy: {
    zh: '主机“{host}”有正在执行或等待的操作，请先取消或等待完成',
    en: 'Host “{host}” has operations executing or waiting; cancel them or wait',
  },
  HostUnreachable: { zh: '无法完成：{detail}', en: 'This could not be done: {detail}' },
  AgentTaken: {
    zh: '该 Agent 已属于主机“{host}”',
    en: 'This agent belongs to the host “{host}” already',
  },
  ConfigFileChanged: {
    zh: '文件在您编辑期间已被修改，请对比后再保存',
    en: 'The file was changed while you were editing; compare before you save',
  },
} as const satisfies Catalogue
