import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app";
import { Providers } from "./app/providers";
import { auth, firebaseApp, session } from "./lib/firebase";
import { createQueryClient } from "./lib/query-client";
import { setTokenSource } from "./lib/token-source";
import { followSystemColorMode } from "./theme/color-mode";
import "./theme/fonts.css";

followSystemColorMode();
setTokenSource(session);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <Providers firebaseApp={firebaseApp} auth={auth} queryClient={createQueryClient()}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Providers>,
);
