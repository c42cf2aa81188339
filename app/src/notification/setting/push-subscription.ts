// Subscribes this browser to web pushes. The browser's own interfaces are passed in, because most tests have none.
import type { Caller } from '@maru/client/call';
import { addPushDevice, pushDevices, removePushDevice } from '@maru/contract/notification/calls';
import type { DeviceStorage } from '../../shell/device/device.tsx';

export interface PushEdges {
  /** Undefined where the browser has no service workers or no pushes. */
  readonly registration:
    | (() => Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | undefined>)
    | undefined;
  readonly requestPermission: () => Promise<NotificationPermission>;
  /** What the member sees in the list of devices. */
  readonly deviceName: string;
  readonly storage: DeviceStorage;
}

/** The member whose pushes this browser gets: another one who signs in here has to switch them on. */
const OWNER = 'pushOf';

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

export function browserPushEdges(storage: DeviceStorage): PushEdges {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return {
    registration: isAble ? () => navigator.serviceWorker.getRegistration() : undefined,
    requestPermission: () => Notification.requestPermission(),
    deviceName: nameOfDevice(navigator.userAgent),
    storage,
  };
}

export async function pushState({ registration, storage }: PushEdges, member: number): Promise<PushState> {
  const found = await registration?.();
  if (found === undefined) return 'unable';
  if (storage.getItem(OWNER) !== String(member)) return 'off';
  return (await found.pushManager.getSubscription()) === null ? 'off' : 'on';
}

const report = (edges: PushEdges, call: Caller, subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return call(addPushDevice, {
    body: {
      endpoint: endpoint ?? '',
      p256dh: keys?.['p256dh'] ?? '',
      auth: keys?.['auth'] ?? '',
      name: edges.deviceName,
    },
  });
};

/** Pushes end with the sign-in that asked for them: the next one of the same member on this browser asks again. */
export async function reportAgain(edges: PushEdges, call: Caller, member: number): Promise<void> {
  if ((await pushState(edges, member)) !== 'on') return;
  const found = await edges.registration?.();
  const subscription = await found?.pushManager.getSubscription();
  if (subscription) await report(edges, call, subscription);
}

export async function switchOn(edges: PushEdges, call: Caller, member: number): Promise<SwitchedOn> {
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
    const added = await report(edges, call, subscription);
    if (added.ok) {
      edges.storage.setItem(OWNER, String(member));
      return 'on';
    }
    await subscription.unsubscribe();
    return { message: added.message };
  } catch {
    // The push service of the browser did not answer, or forgot an older key of ours.
    return 'failed';
  }
}

export async function switchOff({ registration, storage }: PushEdges, call: Caller): Promise<void> {
  storage.removeItem(OWNER);
  const found = await registration?.();
  const subscription = await found?.pushManager.getSubscription();
  if (subscription == null) return;
  await call(removePushDevice, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}
