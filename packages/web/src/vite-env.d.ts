/// <reference types="vite/client" />

declare module 'virtual:call-table' {
  export const callTable: import('./lib/call-table.ts').CallTable
}
