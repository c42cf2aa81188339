// Subscribes this browser to web pushes. The browser's own interfaces are passed in, because most tests have none.
import type { Caller } from '@maru/client/call';
import { addPushDevice, pushDevices, removePushDevice } from '@maru/contract/notification/calls';

export interface PushEdges {
  /** Undefined where the browser has no service workers or no pushes. */
  readonly registration:
    | (() => Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | undefined>)
    | undefined;
  readonly requestPermission: () => Promise<NotificationPermission>;
  /** What the member sees in the list of devices. */
  readonly deviceName: string;
}

export type PushState = 'unable' | 'off' | 'on';
export type SwitchedOn = 'on' | 'denied' | 'failed' | { readonly message: string };

/** `Chrome · Android`, from what the browser says of itself. */
function nameOfDevice(userAgent: string): string {
  const browser = /(Edg|SamsungBrowser|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? '';
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? '';
  return [browser.replace('Edg', 'Edge').replace('OPR', 'Opera'), system.replace(' OS X', '')]
    .filter(Boolean)
    .join(' · ');
}

export function browserPushEdges(): PushEdges {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return {
    registration: isAble ? () => navigator.serviceWorker.getRegistration() : undefined,
    requestPermission: () => Notification.requestPermission(),
    deviceName: nameOfDevice(navigator.userAgent),
  };
}

export async function pushState({ registration }: PushEdges): Promise<PushState> {
  const found = await registration?.();
  if (found === undefined) return 'unable';
  return (await found.pushManager.getSubscription()) === null ? 'off' : 'on';
}

export async function switchOn(edges: PushEdges, call: Caller): Promise<SwitchedOn> {
  const found = await edges.registration?.();
  if (found === undefined) return 'failed';
  if ((await edges.requestPermission()) !== 'granted') return 'denied';
  const known = await call(pushDevices, {});
  if (!known.ok) return { message: known.message };
  try {
    const subscription = await found.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: known.reply.publicKey,
    });
    const { endpoint, keys } = subscription.toJSON();
    const added = await call(addPushDevice, {
      body: {
        endpoint: endpoint ?? '',
        p256dh: keys?.['p256dh'] ?? '',
        auth: keys?.['auth'] ?? '',
        name: edges.deviceName,
      },
    });
    if (added.ok) return 'on';
    await subscription.unsubscribe();
    return { message: added.message };
  } catch {
    // The push service of the browser did not answer, or forgot an older key of ours.
    return 'failed';
  }
}

export async function switchOff({ registration }: PushEdges, call: Caller): Promise<void> {
  const found = await registration?.();
  const subscription = await found?.pushManager.getSubscription();
  if (subscription == null) return;
  await call(removePushDevice, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}
