const popup = { width: 800, height: 600 };

/** Opens the checkout window, centered over the browser window; null if the browser blocks it. */
export function openCheckout(url: string): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - popup.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - popup.height) / 2);
  const features = `popup,width=${popup.width},height=${popup.height},left=${left},top=${top}`;
  return window.open(url, "plumbline-checkout", features);
}
